"""A large ruleset through load, read, export and check: CPU seconds at two sizes, their ratio, peak memory.

    python tests/benchmarks/bench_catalog.py [--small 2000] [--large 20000] [--quick]

The cards are those of the shipped Soulhold, again and again under other names, so that texts, keywords, numbers and
printings are real ones. Each size runs in a process of its own on a fresh SQLite file; time linear in cards keeps the
ratio of the two near that of the sizes.
"""

from __future__ import annotations

import argparse
import json
import resource as limits
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlmodel import Session

from carddb.catalog.read import read_catalog
from carddb.edit import documents as d
from carddb.edit.convert import catalog_document
from carddb.edit.load import load_document
from carddb.edit.write import editing
from carddb.exchange.folder import read_folder, write_folder
from carddb.exchange.json import export_files
from carddb.models.database import open_engine, upgrade
from carddb.resources import resource
from carddb.rules import check_catalog

RULESET = "soulhold"


def large_ruleset(cards: int) -> d.CatalogDocument:
    """Return the shipped ruleset with so many cards."""
    whole = read_folder(resource("data") / RULESET).document
    assert whole is not None
    made = [copy_of(whole.cards[i % len(whole.cards)], i) for i in range(cards)]
    return whole.model_copy(update={"cards": made, "decks": [], "scenarios": []})


def copy_of(card: d.CardDocument, number: int) -> d.CardDocument:
    printing = card.printings[0].model_copy(update={"uid": f"{number:016x}", "number": str(number + 1)})
    changed = {"uid": f"{number:016x}", "code": f"card_{number}", "name": f"{card.name} {number}", "links": []}
    return card.model_copy(update={**changed, "printings": [printing]})


def measure(cards: int) -> dict[str, float]:
    """Return CPU seconds of each step, and the peak memory of the process in MB as "memory"."""
    seconds: dict[str, float] = {}

    def timed(name: str, step: Callable[[], Any]) -> Any:
        started = time.process_time()
        result = step()
        seconds[name] = time.process_time() - started
        return result

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        upgrade(str(folder / "bench.db"))
        engine = open_engine(str(folder / "bench.db"))
        write_folder(large_ruleset(cards), folder / "data")
        document = timed("read data folder", lambda: read_folder(folder / "data").document)

        def load() -> bool:
            with editing(engine, "bench") as editor:
                return load_document(editor, document).is_change

        assert timed("load", load)
        assert not timed("load again, nothing new", load)
        with Session(engine) as session:
            catalog = timed("read catalog", lambda: read_catalog(session, RULESET))
        assert len(catalog.cards) == cards
        timed("check", lambda: check_catalog(catalog))
        timed("export JSON", lambda: export_files(catalog))
        timed("dump data folder", lambda: write_folder(catalog_document(catalog), folder / "out"))
        card = catalog.cards[cards // 2]

        def save() -> None:
            for version in range(1, 11):
                values = {**copy_of(document.cards[cards // 2], cards // 2).model_dump(by_alias=True)}
                changed = d.CardDocument.model_validate({**values, "code": card.code, "rules": f"Version {version}."})
                with editing(engine, "bench") as editor:
                    editor.update_card(card.id, changed, version)

        timed("save 10 cards", save)
        engine.dispose()
    seconds["memory"] = limits.getrusage(limits.RUSAGE_SELF).ru_maxrss / 1024
    return seconds


def measured(cards: int) -> dict[str, float]:
    """Measure in a process of its own."""
    run = subprocess.run([sys.executable, __file__, "--one", str(cards)], capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(run.stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", type=int, default=2000)
    parser.add_argument("--large", type=int, default=20000)
    parser.add_argument("--quick", action="store_true", help="200 and 1,000 cards")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one)))
        return
    small, large = (200, 1000) if options.quick else (options.small, options.large)
    few, many = measured(small), measured(large)
    print(
        f"{'CPU seconds':26}{f'{small:,} cards':>14}{f'{large:,} cards':>14}{'ratio':>8}   (sizes: {large / small:g})"
    )
    for name in few:
        if name != "memory":
            print(f"{name:26}{few[name]:14.2f}{many[name]:14.2f}{many[name] / few[name]:8.1f}")
    print(f"{'peak memory, MB':26}{few['memory']:14.0f}{many['memory']:14.0f}")


if __name__ == "__main__":
    main()
