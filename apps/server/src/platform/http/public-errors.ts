import type { ErrorEnvelope, FieldFault } from '@switchyard/contracts/errors';
import type { PublicError, PublicErrorCode } from '@switchyard/contracts/public-api/errors';

/** The API for programs, which has its own error format. */
const UNDER_V1 = /^\/v1(?:[/?]|$)/;

export const isPublicApi = (url: string): boolean => UNDER_V1.test(url);

/** For programs, an engine that does not respond now is a temporary server error rather than their own. */
const OTHER_STATUS: Record<string, number> = { ENGINE_AWAY: 503, ENGINE_REFUSED: 502, DRIVER_CANNOT: 501 };
const BY_STATUS: Record<number, PublicErrorCode> = {
  401: 'authentication_required',
  403: 'permission_denied',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
  501: 'not_supported',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};
/** The part of a request that contains the field; senders do not know it. */
const REQUEST_PART = /^(params|query|body|headers)\./;

/** Converts an error to the format of the public API. */
export function toPublicError(
  { code, status: originalStatus, message, data }: Omit<ErrorEnvelope, 'requestId'>,
  requestId: string,
): { status: number; body: PublicError } {
  const status = OTHER_STATUS[code] ?? originalStatus;
  const publicCode = BY_STATUS[status] ?? (status >= 500 ? 'internal_error' : 'invalid_request');
  const { faults } = (data ?? {}) as { faults?: FieldFault[] };
  const error: PublicError['error'] = { code: publicCode, message, requestId };
  if (faults) error.details = faults.map(detailOf);
  return { status, body: { success: false, error } };
}

const detailOf = ({ field, code = 'invalid', message }: FieldFault) => ({
  path: field.replace(REQUEST_PART, ''),
  code,
  message,
});
