import { z } from 'zod';
import type { TextData } from './text/registry.ts';
import { textSchema } from './text/schema.ts';

/**
 * A fault in one input field: its path (`contactList.0.mobile`) and an actionable message; `code` and `data` allow
 * translating it.
 */
export const fieldFault = z.object({
  field: z.string(),
  message: z.string(),
  code: z.string().optional(),
  data: (z.record(z.string(), z.unknown()) as unknown as z.ZodType<TextData>).optional(),
});
export type FieldFault = z.infer<typeof fieldFault>;

/**
 * The error body of all HTTP responses of the server, regardless of their source (contract, sign-in, rate limit,
 * unknown path). `requestId` is also in the `x-request-id` header and in the server's log.
 */
export const errorEnvelope = z.object({
  defined: z.boolean(),
  code: z.string(),
  status: z.number().int(),
  message: z.string(),
  /** The message in translatable form. */
  text: textSchema.optional(),
  requestId: z.string(),
  data: z.unknown().optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** Errors that any operation of a signed-in user may return. */
export const commonErrors = {
  UNAUTHORIZED: { status: 401, message: 'Sign in to continue.' },
  FORBIDDEN: { status: 403, message: 'You may not do this.' },
  NOT_FOUND: { status: 404, message: 'This doesn’t exist in this workspace.' },
  /** The input is well formed but not acceptable; `data.faults` names each field. */
  INVALID: { status: 422, message: 'Some fields need attention.', data: z.object({ faults: z.array(fieldFault) }) },
  /** The row changed since it was read (or is already being sent); nothing was changed. */
  TOO_LATE: {
    status: 409,
    message: 'It has already changed.',
    data: z.object({ status: z.string(), version: z.number() }),
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'It is too large.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Try again shortly.' },
} as const;
