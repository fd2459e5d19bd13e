"""Client of the Sello API: certificates, proofs, memberships. It needs only the standard library."""

from . import _operations
from ._client import Certificates, Proofs, ProofType, Sello, Verify, Webhooks
from ._errors import SelloConnectionError, SelloError
from ._operations import *
from ._resource import Csv, Download, Listing, Ndjson, Page, Xlsx
from ._transport import Answer, Retry
from ._webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "Answer",
    "Certificates",
    "Csv",
    "Download",
    "Listing",
    "Ndjson",
    "Page",
    "ProofType",
    "Proofs",
    "Retry",
    "Sello",
    "SelloConnectionError",
    "SelloError",
    "Verify",
    "WebhookVerificationError",
    "Webhooks",
    "Xlsx",
    "verify_webhook",
]
__all__ += _operations.__all__
