/** Errors that only API clients receive. */
export const publicApiErrors = {
  /** Retrying does not help: neither the drivers nor the product support it. */
  NOT_SUPPORTED: { status: 501, message: 'This is not supported here.' },
  KEY_REUSED: { status: 409, message: 'This Idempotency-Key was used for another request within the last 24 hours.' },
  NO_ENGINE: {
    status: 503,
    message: 'No number is connected to WhatsApp. Connect one in the web app first; a retry does not help.',
  },
} as const;

/** Stable codes of the errors under `/v1`; more may be added. */
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

/** Body of all errors under `/v1`. */
export interface PublicError {
  success: false;
  error: {
    code: PublicErrorCode;
    message: string;
    requestId: string;
    /** One per invalid field; `path` is dotted: `contacts.0.to`. */
    details?: { path: string; code: string; message: string }[];
  };
}
