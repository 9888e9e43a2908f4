import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import { signInOf } from './sign-in.ts';

/**
 * The login session token of a request, from `authorization: Bearer …` or else the cookie; null if there is none or its
 * signature is not ours. A wrong bearer header does not fall back to the cookie.
 */
export async function readLoginToken(
  headers: { get(name: 'authorization' | 'cookie'): string | null },
  platform: Platform,
): Promise<string | null> {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const [, signed] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    return signed ? verifySignature(signed, platform.secret) : null;
  }
  const { authCookies } = await signInOf(platform).$context;
  const signed = readCookie(headers.get('cookie') ?? '', authCookies.sessionToken.name);
  return signed ? verifySignature(signed, platform.secret) : null;
}

/** 32 bytes in base64, with its padding. */
const SIGNATURE = /^[\w+/]{43}=$/;

/** Verifies `token.signature`, as better-auth signs its cookies: HMAC-SHA256 in base64, percent-encoded in headers. */
function verifySignature(signed: string, secret: string): string | null {
  const plain = decode(signed);
  const at = plain.lastIndexOf('.');
  const signature = plain.slice(at + 1);
  // Every engine call carries the engine's token; its shape gives it away, so no signature is computed.
  if (at < 1 || !SIGNATURE.test(signature)) return null;
  const token = plain.slice(0, at);
  const expected = createHmac('sha256', secret).update(token).digest();
  const actual = Buffer.from(signature, 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? token : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
