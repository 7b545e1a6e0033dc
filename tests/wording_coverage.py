"""How much of the shipped rules text is understood: lines, cards, and texts that stand in their canonical wording.

python tests/wording_coverage.py
"""

from __future__ import annotations

from wording_support import RULESETS, shipped, shipped_words, texts_of

from carddb.wording.printer import print_ability
from carddb.wording.reader import read_text


def main() -> None:
    """Print one line for each ruleset, and each text that is not understood or deviates."""
    for ruleset in RULESETS:
        words = shipped_words(ruleset)
        texts = list(texts_of(shipped(ruleset)))
        readings = [(card, text.strip(), read_text(text, words, card.name)) for card, text in texts]
        lines = sum(len(text.split("\n")) for _, text, _ in readings)
        failed = {(card.code, problem.message) for card, _, reading in readings for problem in reading.problems}
        deviating = {
            card.code
            for card, text, reading in readings
            if reading.abilities and "\n".join(print_ability(a, words) for a in reading.abilities) != text
        }
        phrases = {span.code for _, _, reading in readings for span in reading.spans}
        unused = sorted(
            code for code, known in words.forms.items() if code not in phrases and known.form.kind == "effect"
        )
        print(
            f"{ruleset}: {lines - len(failed)} of {lines} lines understood, {len(deviating)} texts not canonical, "
            f"{len(words.forms)} phrases known; effects on no card: {', '.join(unused) or 'none'}"
        )
        for code, message in sorted(failed):
            print(f"  {code}: {message}")
        for code in sorted(deviating):
            print(f"  {code} is worded otherwise")


if __name__ == "__main__":
    main()
