import { createHash, randomBytes } from 'node:crypto';
import { KEY_PREFIX } from '@switchyard/contracts/accounts/api-keys';

const RANDOM_BYTES = 24;
const SHOWN_LENGTH = KEY_PREFIX.length + 6;

/** A new key, how it begins, and the hash that is kept of it. */
export function makeKey(): { key: string; prefix: string; hash: string } {
  const key = KEY_PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
  return { key, prefix: key.slice(0, SHOWN_LENGTH), hash: hashKey(key) };
}

/** What is kept of a key. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');
