import { ValidationError } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import type { ErrorEnvelope } from '@switchyard/contracts/errors';
import { inEnglish, type Text, text } from '@switchyard/contracts/text/text';
import { isTransientFault } from '../database/is-transient-fault.ts';
import { OutageLog } from '../database/outage-log.ts';
import type { Log } from '../logging/log.ts';
import { faultsOf, invalid, Refusal } from '../refusal.ts';

const outages = new OutageLog();

type Envelope = Omit<ErrorEnvelope, 'requestId'>;

/**
 * The only place that turns a thrown value into a response. Errors that the caller can fix are described in full;
 * anything else is a 500 or 503 without internal details, and is logged.
 */
export function toEnvelope(error: unknown, log: Log): Envelope {
  if (error instanceof Refusal) return envelopeOf(error);
  if (error instanceof ORPCError) return fromContract(error, log);
  const { statusCode, message, code } = error as { statusCode?: number; message?: string; code?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return {
      defined: false,
      code: errorName(statusCode, code),
      status: statusCode,
      ...withText(message ?? text('notAccepted')),
    };
  }
  if (isTransientFault(error)) {
    outages.warn(log, error);
    return { defined: false, code: 'UNAVAILABLE', status: 503, ...withText(text('notNow')) };
  }
  log.error({ err: error }, 'unexpected error');
  return { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, ...withText(text('ourFault')) };
}

/** A refusal in its HTTP form. */
export const envelopeOf = ({ code, status, text: reason, data }: Refusal): Envelope => ({
  defined: true,
  code,
  status,
  ...withText(reason),
  ...(data === undefined ? {} : { data }),
});

const withText = (reason: Text) => ({ message: inEnglish(reason), text: reason });

function fromContract(error: ORPCError<string, unknown>, log: Log): Envelope {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
    return envelopeOf(invalid(faultsOf(error.cause.issues)));
  }
  if (error.status >= 500 && !error.defined) return toEnvelope(error.cause ?? new Error(error.message), log);
  return error.toJSON();
}

function errorName(status: number, code: string | undefined): string {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'PAYLOAD_TOO_LARGE';
  return names[status] ?? 'BAD_REQUEST';
}

const names: Record<number, string> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'INVALID',
  429: 'RATE_LIMITED',
};
