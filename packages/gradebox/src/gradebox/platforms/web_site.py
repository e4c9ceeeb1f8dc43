"""An HTTP client for a platform's web service: TLS, retries, rate limits, errors in words.

The token goes to the platform's own host and to no other, and stands in no address, so that neither
an error nor a log shows it.
"""

import functools
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx

from gradebox.course.model import CourseError
from gradebox.intake.files import too_large
from gradebox.limits import MAX_FILE_BYTES
from gradebox.platforms.exports import DownloadError

log = logging.getLogger(__name__)

SECONDS = 60.0  # until a server must have answered
MAX_ATTEMPTS = 6
MAX_WAIT = 60.0  # seconds between two attempts
BUSY = (429, 502, 503, 504)
MAX_PAGES = 1000  # per listing
MAX_REDIRECTS = 5
MAX_ERROR_LENGTH = 300


class UnreachableError(CourseError):
    """A site doesn't answer, so there is no point in further requests."""


class WebSite:
    """A platform's site, and the token of the instructor."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token
        self.host = urlsplit(address).netloc
        self.client = httpx.Client(timeout=SECONDS)  # verifies certificates, follows no redirect
        self.headers: dict[str, str] = {}  # with the token, for requests to this site

    def request(
        self, method: str, path: str, *, repeatable: bool = True, **content: Any
    ) -> httpx.Response:
        """Send a request to this site; wait and repeat it if the server is too busy.

        A request that isn't `repeatable` isn't sent again if no answer comes: it may have arrived.
        """
        url = path if self.is_own(path) else f"{self.address}/{path.lstrip('/')}"
        return self._retry(
            lambda: self.client.request(method, url, headers=self.headers, **content), repeatable
        )

    def _retry(self, send: Callable[[], httpx.Response], repeatable: bool = True) -> httpx.Response:
        for attempt in range(1, MAX_ATTEMPTS + 1):
            wait = min(2.0 ** (attempt - 1), MAX_WAIT)
            try:
                answer = send()
            except httpx.HTTPError as error:
                never_sent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
                if attempt == MAX_ATTEMPTS or not (repeatable or never_sent) or _is_tls(error):
                    raise self._unreachable(error) from None
                if attempt == 1:
                    print(f"  {self.host} doesn't answer. Trying again, for half a minute or more.")
                log.info("%s doesn't answer; waiting %.0f s", self.host, wait)
            else:
                if not _is_busy(answer) or attempt == MAX_ATTEMPTS:
                    return answer
                wait = min(_retry_after(answer) or wait, MAX_WAIT)
                log.info("%s is busy (%s); waiting %.0f s", self.host, answer.status_code, wait)
            self.wait(wait)
        raise AssertionError

    def json(self, method: str, path: str, **content: Any) -> Any:
        """The JSON that a request is answered with."""
        return self.decode(self.request(method, path, **content))

    def pages(self, path: str, **content: Any) -> Iterator[Any]:
        """All items of a listing that comes in pages (`Link` headers, RFC 8288)."""
        for _ in range(MAX_PAGES):
            answer = self.request("GET", path, **content)
            yield from self.decode(answer)
            following = answer.links.get("next", {}).get("url", "")
            if not following:
                return
            if urlsplit(following).netloc != self.host:
                raise CourseError(f"{self.host} refers to another site for more: {following}.")
            path, content = following, {}

    def download(self, url: str, method: str = "GET", **content: Any) -> bytes | str:
        """A file, or in words why it is too large. Raises DownloadError.

        Redirects are followed with nothing of `content`, which may have the token.
        """
        for _ in range(MAX_REDIRECTS):
            if not url.startswith(("https://", "http://")):
                raise DownloadError("can't be downloaded: it has no address on the web")
            try:
                answer = self._retry(functools.partial(self._fetch, method, url, content))
            except httpx.InvalidURL as error:
                raise DownloadError(f"can't be downloaded ({error})") from None
            if answer.next_request is None:
                break
            method, url, content = "GET", str(answer.next_request.url), {}
        if answer.status_code != httpx.codes.OK:
            raise DownloadError(f"can't be downloaded (status {answer.status_code})")
        size = len(answer.content)
        return answer.content if size <= MAX_FILE_BYTES else too_large(size)

    def _fetch(self, method: str, url: str, content: dict[str, Any]) -> httpx.Response:
        """The answer with as much of a file as is needed to see whether it is too large."""
        with self.client.stream(method, url, **content) as answer:
            parts, size = [], 0
            for part in answer.iter_bytes():
                parts.append(part)
                size += len(part)
                if size > MAX_FILE_BYTES:
                    break
        wait = {key: text for key, text in answer.headers.items() if key == "retry-after"}
        read = httpx.Response(answer.status_code, headers=wait, content=b"".join(parts))
        read.next_request = answer.next_request
        return read

    def anonymous_post(self, url: str, **content: Any) -> httpx.Response:
        """Post something to an address that may be on another host, without the token."""
        try:
            return httpx.post(url, timeout=SECONDS, **content)
        except httpx.HTTPError as error:
            raise self._unreachable(error) from None

    def wait(self, seconds: float) -> None:
        """Wait between two attempts."""
        time.sleep(seconds)

    def is_own(self, url: str) -> bool:
        """Return True if a URL is on this site, so that the token may go there."""
        return url.startswith(self.address + "/")

    def decode(self, answer: httpx.Response) -> Any:
        if answer.is_success:
            try:
                return answer.json()
            except ValueError:
                pass
        status = answer.status_code
        reason = {
            401: "it doesn't accept the token",
            403: "the token's owner isn't allowed to do this",
            404: "there is no such page; check the address of the course",
        }.get(status, answer.text.strip()[:MAX_ERROR_LENGTH] or "it gives no reason")
        raise CourseError(f"{self.host} answered with status {status}: {reason}.")

    def _unreachable(self, error: httpx.HTTPError) -> UnreachableError:
        if _is_tls(error):
            return UnreachableError(
                f"The certificate of {self.host} can't be verified, so no token was sent: {error}. "
                "If your university signs its own certificates, set the environment variable "
                "SSL_CERT_FILE to the file with its root certificate."
            )
        return UnreachableError(
            f"{self.host} can't be reached ({type(error).__name__}). Try again later."
        )


def _is_busy(answer: httpx.Response) -> bool:
    """Return True if the server asks to wait; older Canvas sites do so with status 403."""
    throttled = answer.status_code == httpx.codes.FORBIDDEN and "Rate Limit" in answer.text
    return answer.status_code in BUSY or throttled


def _is_tls(error: httpx.HTTPError) -> bool:
    return "CERTIFICATE" in str(error).upper()


def _retry_after(answer: httpx.Response) -> float:
    text = answer.headers.get("Retry-After", "")
    return float(text) if text.isdecimal() else 0.0
