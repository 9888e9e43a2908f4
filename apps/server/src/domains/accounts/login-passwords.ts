import { hashPassword, verifyPassword } from 'better-auth/crypto';
import PQueue from 'p-queue';

/**
 * A hash takes 34 MB and some tenth of a second on one of the four threads that read files and look up addresses, too:
 * strangers who guess would take all of them, and 134 MB. Whoever comes beyond these waits for them.
 */
const HASHES_AT_ONCE = 2;
const hashes = new PQueue({ concurrency: HASHES_AT_ONCE });

/** The hash that sign-in compares with; slow by design (scrypt), so make it before a transaction begins. */
export const hashLoginPassword = (password: string): Promise<string> => hashes.add(() => hashPassword(password));

/** Whether the password is that of the hash. */
export const isLoginPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  hashes.add(() => verifyPassword(given));
