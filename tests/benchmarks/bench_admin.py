"""The admin's pages over many cards: CPU milliseconds of one request, in this process, over the real application.

    python tests/benchmarks/bench_admin.py [--cards 100000] [--runs 15] [--quick]

Each page is asked for once to warm up, then --runs times; the median of CPU time is shown, with the aim of 40 ms and
the ratio to a bare Flask page whose Jinja template prints as many bytes from a list. "after a save" is the first
request after somebody saved a card, which must not read the ruleset again; with another name, the words that rules
texts are read with change, and those are copied. Writing 100,000 cards first takes some minutes.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from flask import Flask, render_template_string
from flask.testing import FlaskClient
from sqlalchemy import Engine, select

from admin import create_app
from carddb import models
from carddb.edit import documents as d
from carddb.edit import editing
from carddb.edit.load import load_document
from carddb.exchange.folder import read_folder
from carddb.models.database import open_engine, upgrade
from carddb.pipeline import users
from carddb.resources import resource

AIM_MS = 40.0
RULESET = "summoners_vault"
CHUNK = 5000


def fill(engine: Engine, number: int) -> None:
    """Load a shipped ruleset and add copies of its cards under other names until there are ``number``."""
    document = read_folder(resource("data") / RULESET).document
    assert document is not None
    with editing(engine, "bench") as editor:
        load_document(editor, document)
    pool = document.cards
    made = [
        card.model_copy(
            update={
                "uid": "",
                "code": f"{card.code[:50]}_{i}",
                "name": f"{card.name} {i}",
                "links": [],
                "printings": [p.model_copy(update={"uid": "", "number": f"B{i}"}) for p in card.printings[:1]],
            }
        )
        for i in range(len(pool), number)
        for card in [pool[i % len(pool)]]
    ]
    with editing(engine, "bench") as editor:
        for start in range(0, len(made), CHUNK):
            part: list[d.CardDocument] = made[start : start + CHUNK]
            editor.create_cards(RULESET, part)


def sign_in(app: Flask) -> FlaskClient:
    """Return a client that went through the sign-in page."""
    client = app.test_client()
    page = client.get("/sign-in").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    client.post("/sign-in", data={"csrf_token": token[1], "name": "bench", "password": "bench bench bench"})
    return client


def cpu_ms(run: Callable[[], object], runs: int) -> float:
    """Return the median CPU time of a call, in milliseconds."""
    run()
    times = []
    for _ in range(runs):
        started = time.process_time()
        run()
        times.append((time.process_time() - started) * 1000)
    return statistics.median(times)


def bare_ms(size: int, runs: int) -> float:
    """Return the CPU time of a bare Flask page of about as many bytes, printed from a list by Jinja."""
    app = Flask("bare")
    rows = [("name of a card", "type of a card", index) for index in range(max(1, size // 100))]
    template = "<table>{% for a, b, c in rows %}<tr><td>{{ a }}</td><td>{{ b }}</td><td>{{ c }}</td></tr>{% endfor %}"
    template += "{{ rest }}</table>"
    page = app.add_url_rule("/", "page", lambda: render_template_string(template, rows=rows, rest=rest))
    rest = ""
    client = app.test_client()
    rest = "x" * max(0, size - len(client.get("/").data))
    assert page is None
    return cpu_ms(lambda: client.get("/"), runs)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--quick", action="store_true", help="1,000 cards, 3 runs")
    options = parser.parse_args()
    cards, runs = (1000, 3) if options.quick else (options.cards, options.runs)
    with tempfile.TemporaryDirectory(prefix="carddb-bench-") as folder:
        path = Path(folder) / "carddb.db"
        upgrade(str(path))
        engine = open_engine(str(path))
        started = time.perf_counter()
        fill(engine, cards)
        users.add_user(engine, "bench", "bench bench bench")
        seconds, size = time.perf_counter() - started, path.stat().st_size / 1e6
        print(f"{cards:,} cards written in {seconds:.0f} s, {size:.0f} MB\n", flush=True)
        measure(engine, Path(folder) / "files", cards, runs)
        engine.dispose()


def measure(engine: Engine, files: Path, cards: int, runs: int) -> None:
    """Print the table of one database."""
    client = sign_in(create_app(engine, files=files))
    with engine.connect() as connection:
        ids = select(models.Card.__table__.c.id).order_by(models.Card.__table__.c.id)  # type: ignore[attr-defined]
        card_id = connection.execute(ids.offset(cards // 2).limit(1)).scalar_one()
    base = f"/r/{RULESET}/cards/"
    middle = max(1, cards // 100)
    pages = {
        "list": base,
        "list, page in the middle": f"{base}?page={middle}",
        "list by name": f"{base}?sort=name",
        "list by number": f"{base}?sort=stat.attack&down=1",
        "pictures": f"{base}?view=gallery",
        "search, common word": f"{base}?q=creature",
        "search, two words": f"{base}?q=deal+summoner",
        "search, no hit": f"{base}?q=zzzzqqq",
        "search, keys": f"{base}?q=type:creature+attack>=5+-affinity:neutral",
        "card form": f"{base}{card_id}",
    }
    print(f"| page | CPU ms | aim {AIM_MS:.0f} ms | kB | bare Flask page, ms | ratio |")
    print("|---|---:|---|---:|---:|---:|")
    for name, address in pages.items():
        row(name, client, address, runs)

    def saved_then_listed(field: str) -> float:
        with editing(engine, "somebody") as editor:
            version = editor.session.get(models.Card, card_id).version  # type: ignore[union-attr]
            from carddb.catalog.read import read_cards
            from carddb.edit.convert import card_document

            ruleset_id = editor.words(RULESET).ruleset_id
            document = card_document(read_cards(editor.session, ruleset_id, [card_id])[0])
            editor.update_card(card_id, document.model_copy(update={field: f"Saved {version}"}), version)
        started = time.process_time()
        client.get(base)
        return (time.process_time() - started) * 1000

    size = len(client.get(base).data)
    for field, name in (("rules", "list, after a save"), ("name", "list, after a card got another name")):
        after = statistics.median(saved_then_listed(field) for _ in range(runs))
        print_row(name, after, size, bare_ms(size, runs))


def row(name: str, client: FlaskClient, address: str, runs: int) -> None:
    """Measure one page and print its row."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    size = len(answer.data)
    print_row(name, cpu_ms(lambda: client.get(address), runs), size, bare_ms(size, runs))


def print_row(name: str, took: float, size: int, bare: float) -> None:
    """Print a row of the table."""
    met = "met" if took < AIM_MS else "missed"
    print(f"| {name} | {took:.1f} | {met} | {size / 1000:.0f} | {bare:.1f} | {took / bare:.1f} |", flush=True)


if __name__ == "__main__":
    main()
