import { createHash, randomBytes } from 'node:crypto';
import { KEY_PREFIX } from '@switchyard/contracts/accounts/api-keys';

const RANDOM_BYTES = 24;
const SHOWN_LENGTH = KEY_PREFIX.length + 6;

/** A new key, its visible prefix, and the hash to store. */
export function makeKey(): { key: string; prefix: string; hash: string } {
  const key = KEY_PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
  return { key, prefix: key.slice(0, SHOWN_LENGTH), hash: hashKey(key) };
}

/** The hash stored for a key. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');
