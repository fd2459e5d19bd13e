"""Runs calls of the Python client for a test: a line of JSON in, a line of JSON out."""

import base64
import json
import sys

from sello import Sello, SelloError, WebhookVerificationError, verify_webhook

KEYWORDS = {"import": "import_"}


def snake(name: str) -> str:
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    return KEYWORDS.get(words, words)


class Driver:
    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.request_ids: list[str | None] = []
        self.sello: Sello | None = None

    def open(self, step):
        options = {snake(name): value for name, value in step.items()}
        self.sello = Sello(**options).with_options(
            sleep=self.pauses.append,
            random=lambda: 0.5,
            on_response=lambda answer: self.request_ids.append(answer.request_id),
        )

    def method(self, name: str):
        found = self.sello
        for part in name.split("."):
            found = getattr(found, snake(part))
        return found

    def call(self, step):
        given = [] if step.get("body") is None else [step["body"]]
        key = {"idempotency_key": step["key"]} if "key" in step else {}
        return self.method(step["method"])(*step.get("ids", []), *given, **step.get("query", {}), **key)

    def list(self, step):
        found = self.call(step)
        if step.get("page"):
            page = found.page()
            return {"items": page.items, "hasMore": page.has_more, "total": page.total}
        return found.first(step["most"])

    def certify(self, step):
        words = {snake(name): value for name, value in step.items() if name not in ("file", "stream", "key")}
        if "file" in step:
            words["file"] = base64.b64decode(step["file"])
        if "stream" in step:
            words["stream"] = iter([base64.b64decode(piece) for piece in step["stream"]])
        if "key" in step:
            words["idempotency_key"] = step["key"]
        return self.sello.certificates.create(**words)

    def wait(self, step):
        return self.sello.certificates.wait_until_certified(step["id"], timeout=step["seconds"])

    def save(self, step):
        self.sello.proofs.save(step["id"], step["type"], step["path"], overwrite=step.get("overwrite", False))

    def bytes(self, step):
        return base64.b64encode(self.sello.proofs.bytes(step["id"], step["type"])).decode()

    def verify(self, step):
        return self.sello.verify(step.get("sha256"), path=step.get("path"))

    def verifyMany(self, step):
        return self.sello.verify.many(step["hashes"])

    def request(self, step):
        return json.loads(self.sello.request(step["verb"], step["path"], query=step.get("query")).read())

    def webhook(self, step):
        return verify_webhook(step["headers"], step["body"], step["secret"], now=step["now"])


def main() -> None:
    driver = Driver()
    for line in sys.stdin:
        step = json.loads(line)
        try:
            answer = {"result": getattr(driver, step.pop("do"))(step)}
        except SelloError as error:
            answer = {
                "error": {
                    "code": error.code,
                    "status": error.status,
                    "message": error.message,
                    "requestId": error.request_id,
                    "retryAfter": error.retry_after,
                }
            }
        except (TypeError, FileExistsError, FileNotFoundError, WebhookVerificationError) as error:
            answer = {"error": {"code": type(error).__name__, "message": str(error)}}
        told = {"pauses": [pause * 1000 for pause in driver.pauses], "requestIds": driver.request_ids}
        print(json.dumps({**answer, **told}), flush=True)


main()
