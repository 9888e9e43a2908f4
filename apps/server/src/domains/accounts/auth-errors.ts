import type { ErrorEnvelope, FieldFault } from '@switchyard/contracts/errors';
import type { z } from 'zod';

type Refusal = Omit<ErrorEnvelope, 'requestId'>;

const FAULTS: Record<string, FieldFault> = {
  INVALID_EMAIL: { field: 'email', message: 'an e-mail address, such as ada@example.com' },
  PASSWORD_TOO_SHORT: { field: 'password', message: 'is too short' },
  PASSWORD_TOO_LONG: { field: 'password', message: 'is too long' },
  USER_ALREADY_EXISTS: { field: 'email', message: 'There is an account with this address. Sign in instead.' },
  // Two sign-ups with one address at the same moment: the database refuses the second.
  FAILED_TO_CREATE_USER: { field: 'email', message: 'There is an account with this address. Sign in instead.' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    field: 'email',
    message: 'There is an account with this address. Sign in instead.',
  },
  INVALID_TOKEN: { field: 'token', message: 'This link was used before or has expired. Ask for a new one.' },
};

/** better-auth's refusal in our envelope: faults of a field as `INVALID`, everything else under its own code. */
export function authRefusal(status: number, body: { code?: string; message?: string } | null, path: string): Refusal {
  const code = body?.code ?? '';
  const known = FAULTS[code];
  if (known) {
    const renamed = known.field === 'password' && path.endsWith('/reset-password');
    return invalid([renamed ? { ...known, field: 'newPassword' } : known]);
  }
  if (code === 'VALIDATION_ERROR') return invalid(validationFaults(body?.message ?? ''));
  if (code === 'INVALID_EMAIL_OR_PASSWORD')
    return refusal(401, 'UNAUTHORIZED', 'The address or the password is wrong.');
  if (status === 429) return refusal(429, 'RATE_LIMITED', 'Too many attempts. Try again in a minute.');
  if (status === 404) return refusal(404, 'NOT_FOUND', 'There is nothing here.');
  if (status >= 500) return refusal(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side.');
  return refusal(status, code || 'BAD_REQUEST', body?.message ?? 'The request cannot be accepted.');
}

/** The faults of a body that zod refused. */
export const invalidBody = (error: z.ZodError): Refusal =>
  invalid(error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })));

/** `[body.email] Invalid email address; [body.password] …` */
function validationFaults(message: string): FieldFault[] {
  const faults = [...message.matchAll(/\[body\.?([^\]]*)\] ([^;]*)/g)].map(([, field = '', text = '']) => ({
    field,
    message: text.trim(),
  }));
  return faults.length > 0 ? faults : [{ field: '', message }];
}

const refusal = (status: number, code: string, message: string): Refusal => ({ defined: false, code, status, message });

const invalid = (faults: FieldFault[]): Refusal => ({
  defined: true,
  code: 'INVALID',
  status: 422,
  message: 'Some fields need attention.',
  data: { faults },
});
