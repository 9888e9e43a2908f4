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
 * The one place where a thrown thing becomes what a client sees. What the caller can mend is told in full; anything
 * else is a 500 or 503 without a word about our insides, and goes to the log.
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
      ...inWords(message ?? text('notAccepted')),
    };
  }
  if (isTransientFault(error)) {
    outages.tell(log, error);
    return { defined: false, code: 'UNAVAILABLE', status: 503, ...inWords(text('notNow')) };
  }
  log.error({ err: error }, 'unexpected error');
  return { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, ...inWords(text('ourFault')) };
}

/** A refusal as HTTP has it. */
export const envelopeOf = ({ code, status, text: why, data }: Refusal): Envelope => ({
  defined: true,
  code,
  status,
  ...inWords(why),
  ...(data === undefined ? {} : { data }),
});

const inWords = (why: Text) => ({ message: inEnglish(why), text: why });

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
