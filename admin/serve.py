"""Serving the admin on this machine, as ``carddb up`` does."""

from __future__ import annotations

import sys
import threading
import webbrowser
from pathlib import Path

from sqlalchemy import Engine

from admin import safety
from admin.app import LOOPBACK, create_app
from admin.signin import first_link

THREADS = 8


def serve(engine: Engine, files: Path, *, host: str, port: int, open_browser: bool = False) -> None:
    """Serve the admin until it is interrupted, and print where it is.

    Args:
        engine: the project's engine, its schema up to date.
        files: the project's folder of files; print templates are looked for beside it.
        host: the address to listen on; only on this machine's own addresses are the names of a call checked.
        port: the port to listen on.
        open_browser: open the first page in the browser.
    """
    import waitress

    is_local = host in ("127.0.0.1", "localhost", "::1")
    app = create_app(
        engine,
        files=files,
        hosts=LOOPBACK if is_local else None,
    )
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    address = f"http://{shown}:{port}"
    link = first_link(app, address)
    try:
        server = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            ident=None,
            max_request_body_size=safety.LARGEST_UPLOAD + 2**20,
        )
    except OSError as error:
        print(f"carddb cannot listen on {host}:{port}: {error.strerror}. Try another --port.", file=sys.stderr)
        raise SystemExit(2) from None
    print(f"carddb is at {address} (stop it with Ctrl+C)")
    if link:
        print(f"Nobody can sign in yet. Open this link, it works once:\n\n    {link}\n")
    sys.stdout.flush()
    if open_browser:
        threading.Timer(0.5, webbrowser.open, (link or address,)).start()
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        server.close()
