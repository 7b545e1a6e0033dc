"""Writing rulesets as such: their heads, and removing one with all that is in it."""

from __future__ import annotations

from sqlalchemy import select

from carddb import models
from carddb.catalog.read import read_catalog
from carddb.edit import history
from carddb.edit.cards import new_uid
from carddb.edit.convert import catalog_document
from carddb.edit.documents import RulesetDocument
from carddb.edit.problems import EditError, problem
from carddb.edit.store import Store, table_of
from carddb.rules import Finding


class RulesetWriter(Store):
    """The ways to change rulesets."""

    def create_ruleset(self, document: RulesetDocument, note: str = "") -> int:
        """Add a ruleset. Returns: its id."""
        document = document.model_copy(update={"uid": document.uid or new_uid()})
        bad = self._ruleset_clashes(document)
        bad += self.uid_clashes(models.Ruleset, [(document.uid, document.code)], "ruleset")
        if bad:
            raise EditError(bad)
        self.insert(models.Ruleset, [{**document.model_dump(), "version": 1}])
        table = table_of(models.Ruleset)
        ruleset_id: int = self.execute(select(table.c.id).where(table.c.code == document.code)).scalar_one()
        self.remember(ruleset_id, "ruleset", [history.created(ruleset_id, document)], note)
        return ruleset_id

    def hold_ruleset(self, code: str) -> None:
        """Let nobody else load or change the head of a ruleset until this transaction ends."""
        table = table_of(models.Ruleset)
        self.execute(select(table.c.id).where(table.c.code == code).with_for_update(key_share=True))

    def update_ruleset(self, ruleset_id: int, document: RulesetDocument, version: int, note: str = "") -> int:
        """Change the head of a ruleset that was read at ``version``. Returns: its new version."""
        row = self.locked(models.Ruleset, [ruleset_id], "ruleset")[ruleset_id]
        current = catalog_document(read_catalog(self.session, row.code, cards=(), decks=False)).ruleset
        document = document.model_copy(update={"uid": current.uid})
        self.compare_version("ruleset", current.name, row.version, version, current)
        if document == current:
            return version
        bad = self._ruleset_clashes(document, ruleset_id)
        if bad:
            raise EditError(bad)
        self.change(models.Ruleset, [(ruleset_id, {**document.model_dump(), "version": version + 1})])
        self.forget_words()
        self.remember(ruleset_id, "ruleset", [history.updated(ruleset_id, current, document, version)], note)
        return version + 1

    def delete_ruleset(self, ruleset_id: int, version: int, note: str = "") -> None:
        """Remove a ruleset with everything in it; the revision keeps all of it."""
        row = self.locked(models.Ruleset, [ruleset_id], "ruleset")[ruleset_id]
        current = catalog_document(read_catalog(self.session, row.code))
        self.compare_version("ruleset", row.name, row.version, version, current.ruleset)
        for model in (models.Deck, models.CardLink, models.Card):
            self.delete(model, "ruleset_id", [ruleset_id])
        self.delete(models.Ruleset, "id", [ruleset_id])
        self.forget_words()
        self.remember(ruleset_id, "ruleset", [history.deleted(ruleset_id, current, version)], note)

    def _ruleset_clashes(self, document: RulesetDocument, own: int | None = None) -> list[Finding]:
        table = table_of(models.Ruleset)
        taken = self.execute(
            select(table.c.id).where(table.c.code == document.code, table.c.id != (own or 0))
        ).first()
        if taken is None:
            return []
        message = f"There is already a ruleset {document.code!r}; choose another code."
        return [problem("code", message, kind="ruleset", code=document.code)]
