import { ApiError } from './api-error.ts';

/** The server's faults for the fields of a form. */
export function faultsAt(fields: readonly string[], error: Error | null): Record<string, string> {
  const faults = error instanceof ApiError ? error.faults : [];
  return Object.fromEntries(
    faults.filter(({ field }) => fields.includes(field)).map(({ field, message }) => [field, message]),
  );
}
