import { ApiError } from '../../../lib/api/api-error.ts';

/**
 * Whether the server refused, so that nothing was done. Without a response, or after an error of its own, the outcome
 * is unknown.
 */
export const isRefused = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
