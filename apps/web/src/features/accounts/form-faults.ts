import type { ApiError } from '../../lib/api/api-error.ts';
import type { accountsTexts } from './texts.ts';

/** better-auth's own minimum. */
export const MIN_PASSWORD_LENGTH = 8;

/** A text of `accounts.fault`. */
export type FaultKey = keyof typeof accountsTexts.fault;
/** What is wrong, by field name; `form` when it is not about one field. */
export type Faults = Record<string, FaultKey>;

type Rule = (value: string) => FaultKey | null;

const required =
  (missing: FaultKey): Rule =>
  (value) =>
    value.trim() ? null : missing;

/** What each field must be. The server decides; this saves the round trip. */
export const rules = {
  email: (value: string) =>
    !value.trim() ? 'emailMissing' : /^\S+@\S+\.\S+$/.test(value.trim()) ? null : 'emailWrong',
  password: required('passwordMissing'),
  newPassword: (value: string) => (value.length >= MIN_PASSWORD_LENGTH ? null : 'passwordShort'),
  fullName: required('nameMissing'),
  workspaceName: required('workspaceMissing'),
} satisfies Record<string, Rule>;

/** Applies a rule to each field. */
export function faultsOf(values: Record<string, string>, by: Record<string, Rule>): Faults {
  const found = Object.entries(by).map(([field, rule]) => [field, rule(values[field] ?? '')] as const);
  return Object.fromEntries(found.filter((one): one is [string, FaultKey] => one[1] !== null));
}

/** The server's refusals that have their own words, and the field they belong to. */
const refusals: Record<string, { field: string; fault: FaultKey }> = {
  INVALID_EMAIL_OR_PASSWORD: { field: 'form', fault: 'wrongLogin' },
  INVALID_EMAIL: { field: 'email', fault: 'emailWrong' },
  USER_ALREADY_EXISTS: { field: 'email', fault: 'emailTaken' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { field: 'email', fault: 'emailTaken' },
  PASSWORD_TOO_SHORT: { field: 'password', fault: 'passwordShort' },
  RATE_LIMITED: { field: 'form', fault: 'tooMany' },
  TOO_MANY_REQUESTS: { field: 'form', fault: 'tooMany' },
};

/** Null: the error's own message is all there is to say. */
export function faultOfRefusal(error: ApiError): { field: string; fault: FaultKey } | null {
  if (error.status === 429) return { field: 'form', fault: 'tooMany' };
  return refusals[error.code] ?? null;
}
