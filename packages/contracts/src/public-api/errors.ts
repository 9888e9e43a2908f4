/** What only programs are told. */
export const publicApiErrors = {
  /** No retry helps: neither the drivers nor the product can do it. */
  NOT_SUPPORTED: { status: 501, message: 'This is not supported here.' },
  KEY_REUSED: { status: 409, message: 'This Idempotency-Key was used for another request within the last 24 hours.' },
  NO_ENGINE: {
    status: 503,
    message: 'No number is connected to WhatsApp. Connect one in the web app first; a retry does not help.',
  },
} as const;

/** Codes of the errors under `/v1`, which do not change; others may come. */
export type PublicErrorCode =
  | 'authentication_required'
  | 'permission_denied'
  | 'not_found'
  | 'invalid_request'
  | 'conflict'
  | 'rate_limited'
  | 'not_supported'
  | 'unavailable'
  | 'internal_error';

/** The body of every error under `/v1`. */
export interface PublicError {
  success: false;
  error: {
    code: PublicErrorCode;
    message: string;
    requestId: string;
    /** One for each field that is wrong; `path` is dotted: `contacts.0.to`. */
    details?: { path: string; code: string; message: string }[];
  };
}
