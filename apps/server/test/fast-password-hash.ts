import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll } from 'vitest';

// Hashing a password takes a tenth of a second of CPU by design, and the tests sign up hundreds of people: two fifths
// of the work of the tests of accounts, workspaces and contacts. Tests use the same hash with a lower cost. Hashes made
// by a real server (test/upgrade) need `useRealPasswordHash`.

/** The cost parameter that identifies a password hash. */
const PRODUCTION_COST = 16_384;
const TEST_COST = 64;

const productionHash = crypto.scrypt;
const fastHash = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) =>
  productionHash(password, salt, length, options.N === PRODUCTION_COST ? { ...options, N: TEST_COST } : options, done);

function install(scrypt: typeof crypto.scrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}
install(fastHash as typeof crypto.scrypt);
afterAll(useRealPasswordHash);

/** From now on, until the end of the file. */
export function useRealPasswordHash(): void {
  install(productionHash);
}
