import { failureText } from '../../components/failure-text.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** Why something was refused, in words. */
export const faultText = (error: unknown): string => {
  if (error instanceof ApiError && error.faults.length > 0) return error.faults.map((fault) => fault.message).join(' ');
  return failureText(error);
};
