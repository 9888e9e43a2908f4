import { postgresError } from './postgres-error.ts';

const DEADLOCK_DETECTED = '40P01';
const MAX_TRIES = 3;

/** Does the work again when PostgreSQL has given it up so that another could go on; nothing of it was done then. */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || postgresError(error)?.code !== DEADLOCK_DETECTED) throw error;
    }
  }
}
