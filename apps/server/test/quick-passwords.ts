import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll } from 'vitest';

// The hash of a password takes a tenth of a second of a processor each time, by design, and the tests sign up hundreds
// of people: four tenths of the work of those of accounts, workspaces and contacts.
// In tests it is the same hash with less work. What was hashed by a server that people have (test/kept-data) asks for
// `hashAsPeopleDo`.

/** By these the hashes of passwords are known among others. */
const PEOPLES_WORK = 16_384;
const TESTS_WORK = 64;

const asPeopleDo = crypto.scrypt;
const quickly = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => asPeopleDo(password, salt, length, options.N === PEOPLES_WORK ? { ...options, N: TESTS_WORK } : options, done);

function use(scrypt: typeof crypto.scrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}
use(quickly as typeof crypto.scrypt);
afterAll(hashAsPeopleDo);

/** From now on, until the end of the file. */
export function hashAsPeopleDo(): void {
  use(asPeopleDo);
}
