<?php
const TOLERANCE_SECONDS = 300;

/** $headers by lower-case names; $body: the bytes as they came, from file_get_contents('php://input'). */
function is_signed(string $secret, array $headers, string $body): bool
{
    ['webhook-id' => $id, 'webhook-timestamp' => $timestamp] = $headers;
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}
