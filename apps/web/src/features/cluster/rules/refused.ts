import { ApiError } from '../../../lib/api/api-error.ts';

/**
 * Whether the server has said no, so that nothing was done. Without an answer, or after a fault of its own, nobody can
 * tell.
 */
export const isRefused = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
