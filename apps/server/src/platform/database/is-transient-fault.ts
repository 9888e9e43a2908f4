import { isDatabaseUnavailable } from './is-database-unavailable.ts';
import { postgresError } from './postgres-error.ts';

/** Serialization failure and deadlock: the same work succeeds once the other transaction has ended. */
const CONFLICTS: readonly string[] = ['40001', '40P01'];

/**
 * Whether the whole transaction may succeed on a retry: the database was unavailable, a statement or a lock took too
 * long, or another transaction conflicted.
 */
export const isTransientFault = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || CONFLICTS.includes(postgresError(error)?.code ?? '');
