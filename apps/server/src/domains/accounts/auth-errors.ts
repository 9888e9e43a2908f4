import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@switchyard/contracts/accounts/operations';
import type { ErrorEnvelope, FieldFault } from '@switchyard/contracts/errors';
import { faultAt } from '@switchyard/contracts/text/faults';
import { textOfFault } from '@switchyard/contracts/text/registry';
import { inEnglish, type Text, text } from '@switchyard/contracts/text/text';

type Refusal = Omit<ErrorEnvelope, 'requestId'>;

const TAKEN = {
  code: 'USER_ALREADY_EXISTS',
  fault: faultAt('email', 'emailTaken'),
};

/** better-auth's codes for faults of one field, with our code and fault. */
const FAULTS: Record<string, { code: string; fault: FieldFault }> = {
  INVALID_EMAIL: {
    code: 'INVALID_EMAIL',
    fault: faultAt('email', 'email'),
  },
  PASSWORD_TOO_SHORT: {
    code: 'PASSWORD_TOO_SHORT',
    fault: faultAt('password', 'passwordShort', { minimum: MIN_PASSWORD_LENGTH }),
  },
  PASSWORD_TOO_LONG: {
    code: 'PASSWORD_TOO_LONG',
    fault: faultAt('password', 'passwordLong', { maximum: MAX_PASSWORD_LENGTH }),
  },
  USER_ALREADY_EXISTS: TAKEN,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: TAKEN,
  // Two simultaneous sign-ups with one address: the database refuses the second.
  FAILED_TO_CREATE_USER: TAKEN,
  INVALID_CODE: {
    code: 'INVALID_CODE',
    fault: faultAt('code', 'codeWrong'),
  },
  INVALID_BACKUP_CODE: {
    code: 'INVALID_CODE',
    fault: faultAt('code', 'recoveryCodeWrong'),
  },
  INVALID_TOKEN: {
    code: 'INVALID_TOKEN',
    fault: faultAt('token', 'linkOver'),
  },
};

const refusal = (status: number, code: string, why: Text): Refusal => ({
  defined: false,
  code,
  status,
  message: inEnglish(why),
  text: why,
});

/**
 * Converts a refusal of better-auth to our envelope. Faults of a field are 422 with a code of their own
 * (`USER_ALREADY_EXISTS`, `INVALID_TOKEN`, `PASSWORD_TOO_SHORT` …) and `data.faults`; a wrong address or password is
 * 401 `INVALID_EMAIL_OR_PASSWORD`.
 */
export function authRefusal(status: number, body: { code?: string; message?: string } | null, path: string): Refusal {
  const code = body?.code ?? '';
  const known = FAULTS[code];
  if (known) {
    const renamed = known.fault.field === 'password' && path.endsWith('/reset-password');
    const fault = renamed ? { ...known.fault, field: 'newPassword' } : known.fault;
    return { ...refusal(422, known.code, textOfFault(fault)), data: { faults: [fault] } };
  }
  if (code === 'VALIDATION_ERROR') return invalid(validationFaults(body?.message ?? ''));
  if (code === 'INVALID_PASSWORD') return wrongPassword(path);
  if (ENDED_SIGN_IN_CODES.has(code)) return refusal(401, 'TWO_FACTOR_OVER', text('twoFactorOver'));
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return refusal(429, code, text('codesLocked'));
  if (code === 'ACCOUNT_SUSPENDED') return refusal(403, code, text('accountSuspended'));
  if (code === 'INVALID_EMAIL_OR_PASSWORD') return refusal(401, code, text('wrongLogin'));
  if (status === 404) return refusal(404, 'NOT_FOUND', text('nothingHere'));
  if (status >= 500) return refusal(500, 'INTERNAL_SERVER_ERROR', text('ourFault'));
  return refusal(status, code || 'BAD_REQUEST', body?.message ?? text('notAccepted'));
}

/** Codes that end a sign-in whose two-factor step was not completed. */
const ENDED_SIGN_IN_CODES = new Set(['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']);

/** A signed-in person entered their own password wrong. */
function wrongPassword(path: string): Refusal {
  const field = path.endsWith('/change-password') ? 'currentPassword' : 'password';
  const fault = faultAt(field, 'passwordWrong');
  return { ...refusal(422, 'INVALID_PASSWORD', textOfFault(fault)), data: { faults: [fault] } };
}

/** The password is on the list of common passwords. */
export const commonPassword = (field: string): Refusal => invalid([faultAt(field, 'passwordCommon')]);

/** `SIGNUP=closed`. */
export const signUpClosed = refusal(403, 'SIGNUP_CLOSED', text('signUpClosed'));

/** `PASSWORD_SIGN_IN=off`. */
export const passwordsOff = refusal(403, 'PASSWORDS_OFF', text('passwordsOff'));

export const providerAway = refusal(503, 'PROVIDER_AWAY', text('providerAway'));

/** `[body.email] Invalid email address; [body.password] …` */
function validationFaults(message: string): FieldFault[] {
  const faults = [...message.matchAll(/\[body\.?([^\]]*)\] ([^;]*)/g)].map(([, field = '', text = '']) => ({
    field,
    message: text.trim(),
  }));
  return faults.length > 0 ? faults : [{ field: '', message }];
}

const invalid = (faults: FieldFault[]): Refusal => ({
  defined: true,
  code: 'INVALID',
  status: 422,
  message: 'Some fields need attention.',
  text: { code: 'INVALID' },
  data: { faults },
});
