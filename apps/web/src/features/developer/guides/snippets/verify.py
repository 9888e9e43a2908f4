import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def is_signed(secret: str, headers: dict, body: bytes) -> bool:
    """headers by lower-case names; body: the bytes as they came."""
    event_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(one, f"v1,{expected}") for one in given)
