"""Texts that break careless programs, by what is wrong with them; any text field and any name must stand them."""

from __future__ import annotations

# fmt: off
NAUGHTY: dict[str, tuple[str, ...]] = {
    "words of programs": (
        "undefined", "null", "NULL", "nil", "None", "none", "true", "False", "NaN", "Infinity",
        "-Infinity", "self", "constructor", "__proto__", "__init__", "hasOwnProperty", "then",
        "CON", "PRN", "LPT1", "/dev/null",
    ),
    "numbers": (
        "0", "-1", "+1", "1/0", "1e400", "0x7f", "007", "1_000", "1,000.50",
        "99999999999999999999999", "--1", "1.", "-0", "2147483648", "9223372036854775808", "١٢٣",
        "½", "²", "Ⅷ", "𝟛", "+X", "-", "+", "1 2 3 4 5",
    ),
    "marks": (
        ",", ".", ";", ":", "'", '"', '""', "'\"'", '"""', "`", "\\", "/", "()", "[]{}", "<>", "{",
        "}", "{}", "{mana", "mana}", "{{mana}}", "{MANA}", "{a b}", "!@#$%^&*()", "~~~", "::::",
        "....", ",,,,", "%s%d%n", "$HOME", "${7*7}", "{{ 7*7 }}", "{0}", "%(name)s", "<% 1 %>",
        "#{1}", '"Draw 1 card', 'Draw 1 "card', "Draw 1 card..",
    ),
    "brackets": (
        "(" * 500, "[" * 500 + "]" * 500, "{" * 500, "(" * 100 + "draw 1 card" + ")" * 100,
        "<b" * 300,
    ),
    "control characters": (
        "\0", "draw\x001 card", "\x01\x02\x03", "\x07", "\x08\x08", "\x1b[31mred\x1b[0m", "\x7f",
        "\x80\x9f", "a\x85b", "a\rb", "a\r\nb", "a\vb", "a\fb", "\t\t", "a\u2028b\u2029c", "\ufffe",
        "\uffff", "\ufeffDraw 1 card.",
    ),
    "white space": (
        " ", "   ", "\n", "\n\n\n", "\u00a0", "\u2003", "\u3000", "Draw\u00a01\u2003card.",
        "\u200b", "dr\u200baw 1 card", "\u180e", "\u2060", "\u00ad", "at\u00adtack",
        "  Draw   1   card .  ",
    ),
    "right to left": (
        "שלום", "مرحبا بالعالم", "\u202eDraw 1 card.", "\u202dabc\u202c", "\u2066a\u2069",
        "Draw \u200f1\u200e card.", "ﷺ", "בְּרֵאשִׁית", "الكل في المجمو عة (5)",
    ),
    "other scripts": (
        "卡牌游戏", "カードを1枚引く", "카드 뽑기", "Возьмите 1 карту", "Τράβηξε 1 κάρτα", "ไพ่", "एक कार्ड",
        "ქარდი", "ᚱᚢᚾᛖ", "Ä Ö Ü ß ẞ", "İstanbul ıI", "Ǆ ǅ ǆ", "ﬁ ﬂ", "ſ", "𝔇𝔯𝔞𝔴 1 𝔠𝔞𝔯𝔡",
        "Ｄｒａｗ １ ｃａｒｄ", "Dгаw 1 саrd.", "ʇdɹɔ",
    ),
    "joined characters": (
        "e\u0301", "Z\u0351\u036b\u0343\u032b\u0316a\u0335\u0334l\u0321\u0322go",
        "a" + "\u0301" * 300, "\u0301draw", "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "👍🏿", "🇦🇧",
        "🐺 has +1 Attack.", "\U0010fffd", "\U000e0041",
    ),
    "half characters": (
        "\ud800", "\udfff draw 1 card", "a\ud83db",
    ),
    "markup": (
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>',
        "</textarea><b>", "&lt;b&gt;", "&#x41;", "&nbsp;", "<!--", "]]>", "<?xml?>",
        "javascript:alert(1)", "<font size=7>big</font>", "<para>", "<br/>", "*bold* _italic_",
        "[link](x)", "\\textbf{x}",
    ),
    "other languages": (
        "' OR 1=1 --", "'; DROP TABLE card; --", "1; SELECT 1", "`id`", "$(id)", "| cat", "&& true",
        "../../etc/passwd", "..\\..\\x", "=1+1", "@SUM(1)", "+1+1", "-2+3", '=HYPERLINK("x")',
        "!!python/object:x", 'O:8:"x":0:{}', "(?:(?:a+)+)+$", "a{1,99999}", "[", "*", "^$", ".*",
        "name:", "(or", "kw:(",
    ),
    "length": (
        "a" * 1999, "a" * 2000, "a" * 2001, "a " * 999, "1" * 300, "Draw 1 card. " * 150,
        "-" * 1900, '"' * 1999,
    ),
    "our own words": (
        "draw", "Draw", "Draw 1", "Draw 1 card and", "When", "When ,", "If , draw 1 card.", "Trap:",
        "you may", "to", "the the the", "a a a a", "each other each other", "up to up to",
        "half half half half", "with with", "X X X", "this", "it", "Draw draw draw.", "instead.",
        "while while", "and and and", "of of of", "1 2 3 cards",
    ),
    "many adjectives": (
        "other " * 330, "a creature or " * 140, "draw 1 card and " * 124,
    ),
}
# fmt: on
"""What is wrong -> texts of that kind."""

ALL = tuple(text for texts in NAUGHTY.values() for text in texts)
