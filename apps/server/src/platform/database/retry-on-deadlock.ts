import { postgresError } from './postgres-error.ts';

const DEADLOCK_DETECTED = '40P01';
const MAX_TRIES = 3;

/** Retries work that PostgreSQL aborted to resolve a deadlock; an aborted attempt has changed nothing. */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || postgresError(error)?.code !== DEADLOCK_DETECTED) throw error;
    }
  }
}
