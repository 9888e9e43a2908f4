import type { ApiError } from '../../lib/api/api-error.ts';
import type { accountsTexts } from './texts.ts';

/** Same as `MIN_PASSWORD_LENGTH` of the contract, which is too large for these screens to load. */
export const MIN_PASSWORD_LENGTH = 8;

/** A text of `accounts.fault`. */
export type FaultKey = keyof typeof accountsTexts.fault;
/** What is wrong, by field name; `form` if it is not about one field. */
export type Faults = Record<string, FaultKey>;

type Rule = (value: string) => FaultKey | null;

const required =
  (missing: FaultKey): Rule =>
  (value) =>
    value.trim() ? null : missing;

/** Rules per field. The server decides; this saves the round trip. */
export const rules = {
  email: (value: string) =>
    !value.trim() ? 'emailMissing' : /^\S+@\S+\.\S+$/.test(value.trim()) ? null : 'emailWrong',
  password: required('passwordMissing'),
  code: required('codeMissing'),
  newPassword: (value: string) => (value.length >= MIN_PASSWORD_LENGTH ? null : 'passwordShort'),
  fullName: required('nameMissing'),
  workspaceName: required('workspaceMissing'),
} satisfies Record<string, Rule>;

/** Applies a rule to each field. */
export function faultsOf(values: Record<string, string>, by: Record<string, Rule>): Faults {
  const found = Object.entries(by).map(([field, rule]) => [field, rule(values[field] ?? '')] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, FaultKey] => entry[1] !== null));
}

/** The server's refusals that have our own texts; null if its message and field faults say it best. */
export function faultOfRefusal(error: ApiError): FaultKey | null {
  if (error.status === 401) return 'wrongLogin';
  // Users who are locked out for a quarter of an hour are not told to wait a minute.
  return error.status === 429 && error.code !== 'ACCOUNT_TEMPORARILY_LOCKED' ? 'tooMany' : null;
}
