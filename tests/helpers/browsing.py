"""What tests that open a browser have in common: its options, a server on this machine, what JupyterLab says."""
import contextlib
import functools
import http.server
import threading

PATIENCE = 300_000  # thousandths of a second that a page is waited for; conftest.py says why
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
OPENED = """path => {
    const panel = jupyterapp.shell.currentWidget;
    return panel?.context?.path === path && panel.content.widgets.length > 0
        && panel.sessionContext.session?.kernel?.status === 'idle';
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        """Nothing is printed between the tests."""


@contextlib.contextmanager
def served(folder):
    """The address of a folder, from a server on this machine."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


@contextlib.contextmanager
def browser_page(chromium, address):
    """A page, and what goes wrong in it: errors, and requests that leave this machine."""
    from playwright.sync_api import sync_playwright

    problems = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS, timeout=PATIENCE)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: request.url.startswith((address, "data:", "blob:"))
                or problems.append(request.url))
        try:
            yield page, problems
        finally:
            browser.close()
