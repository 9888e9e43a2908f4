import { ApiError } from '../../../lib/api/api-error.ts';

/** What the server found fault with: at a field of this form, or at none of them. Null: nothing. */
export function faultsIn(error: Error | null, fields: readonly string[]) {
  const at = (field: string) => (error instanceof ApiError ? (error.faultOf(field) ?? null) : null);
  const isAtField = fields.some((field) => at(field) !== null);
  return { at, general: error && !isAtField ? error.message : null };
}
