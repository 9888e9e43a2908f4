import { type CodedText, type Text, text } from '@switchyard/contracts/text/text';
import type { DriverOutcome } from '../driver.ts';

/** The reaction to an error of the Graph API. Determined by the code, because titles are often wrong. */
type Meaning =
  /** Retry after this time. */
  | { kind: 'later'; afterMs: number }
  /** Too many messages to one recipient: the wait grows each time. */
  | { kind: 'pair' }
  /** Nothing of this account can be sent for now. */
  | { kind: 'account'; afterMs: number; restricted: boolean }
  /** The token is invalid. */
  | { kind: 'token' };

const MINUTE_MS = 60_000;
const MEANINGS: Record<number, Meaning> = {
  4: { kind: 'later', afterMs: MINUTE_MS },
  80007: { kind: 'later', afterMs: MINUTE_MS },
  130429: { kind: 'later', afterMs: 2_000 },
  131048: { kind: 'later', afterMs: 15 * MINUTE_MS },
  131049: { kind: 'later', afterMs: 24 * 60 * MINUTE_MS },
  131056: { kind: 'pair' },
  131057: { kind: 'later', afterMs: 5 * MINUTE_MS },
  131042: { kind: 'account', afterMs: 15 * MINUTE_MS, restricted: false },
  131031: { kind: 'account', afterMs: 15 * MINUTE_MS, restricted: true },
  368: { kind: 'account', afterMs: 15 * MINUTE_MS, restricted: true },
  190: { kind: 'token' },
  0: { kind: 'token' },
};
/** Errors that leave open whether the message was accepted. */
const DOUBTFUL = new Set([1, 2, 131000, 131016]);
/** Our own texts, where the user can do something about the error. */
const REASONS: Record<number, CodedText> = {
  131026: text('whatsappNotThere'),
  131047: text('whatsappWindow'),
};

export interface GraphError {
  code: number;
  reason: Text;
}

/** The error in a response's body or a status; null if there is none that can be parsed. */
export function errorOf(value: unknown): GraphError | null {
  if (value === null || typeof value !== 'object') return null;
  const { code, message, title, error_data } = value as Record<string, unknown>;
  if (typeof code !== 'number') return null;
  const { details } = (error_data ?? {}) as Record<string, unknown>;
  const description = [message ?? title, details].filter((part) => typeof part === 'string' && part !== '').join(': ');
  return { code, reason: REASONS[code] ?? (description || `error ${code}`).slice(0, 400) };
}

/** Whether a response with this status and error leaves open whether the message was accepted. */
export const isDoubtful = (httpStatus: number, error: GraphError | null): boolean =>
  httpStatus >= 500 && (error === null || DOUBTFUL.has(error.code));

export type GraphRejection = Extract<DriverOutcome, { kind: 'rejected' }>;

/**
 * The outcome of a refused send. Errors that concern the account rather than the message hold the lane, so that the
 * message is not lost.
 * @param refusedBefore consecutive pair-limit refusals for this recipient
 */
export function refusalOf(
  httpStatus: number,
  error: GraphError | null,
  refusedBefore: number,
): { outcome: GraphRejection; restricted: boolean; tokenInvalid: boolean } {
  const meaning = error ? MEANINGS[error.code] : undefined;
  const code = error ? String(error.code) : `http-${httpStatus}`;
  const reason = error?.reason ?? `the Graph API answered ${httpStatus}`;
  const refusal = (next: GraphRejection['next'], afterMs?: number, facts = {}) => ({
    outcome: { kind: 'rejected' as const, code, reason, next, ...(afterMs === undefined ? {} : { afterMs }) },
    restricted: false,
    tokenInvalid: false,
    ...facts,
  });
  switch (meaning?.kind) {
    case 'later':
      return refusal('later', meaning.afterMs);
    case 'pair':
      // Meta recommends 4^X seconds.
      return refusal('later', 1_000 * 4 ** Math.min(refusedBefore + 1, 5));
    case 'account':
      return refusal('hold-lane', meaning.afterMs, { restricted: meaning.restricted });
    case 'token':
      return refusal('hold-lane', MINUTE_MS, { tokenInvalid: true });
    default:
      if (httpStatus === 429 || httpStatus === 408 || httpStatus >= 500) return refusal('later', MINUTE_MS);
      return refusal('never');
  }
}
