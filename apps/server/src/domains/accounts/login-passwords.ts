import { hashPassword, verifyPassword } from 'better-auth/crypto';
import PQueue from 'p-queue';

/**
 * A hash takes 34 MB and about 100 ms on one of the four threads that also read files and resolve host names.
 * Unlimited, guessed passwords would occupy all four and 134 MB. Further requests wait.
 */
const HASHES_AT_ONCE = 2;
const hashes = new PQueue({ concurrency: HASHES_AT_ONCE });

/** The password hash compared at sign-in. Slow by design (scrypt), so compute it before a transaction begins. */
export const hashLoginPassword = (password: string): Promise<string> => hashes.add(() => hashPassword(password));

/** Whether the password matches the hash. */
export const isLoginPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  hashes.add(() => verifyPassword(given));
