import { type CodedText, type Text, text } from '@switchyard/contracts/text/text';
import type { DriverOutcome } from '../driver.ts';

/** What is to be done about an error of the Graph API; the code decides, titles are often wrong. */
type Meaning =
  /** Not now: again after this long. */
  | { kind: 'later'; afterMs: number }
  /** Too fast for one recipient: the wait grows with each time. */
  | { kind: 'pair' }
  /** Nothing of this account goes out for now. */
  | { kind: 'account'; afterMs: number; restricted: boolean }
  /** The token is worthless. */
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
/** Errors after which nobody knows whether the message was taken. */
const DOUBTFUL = new Set([1, 2, 131000, 131016]);
/** Words of ours where the user can do something about it. */
const REASONS: Record<number, CodedText> = {
  131026: text('whatsappNotThere'),
  131047: text('whatsappWindow'),
};

export interface GraphError {
  code: number;
  reason: Text;
}

/** The error of an answer's body or of a status; null: there is none that can be read. */
export function errorOf(value: unknown): GraphError | null {
  if (value === null || typeof value !== 'object') return null;
  const { code, message, title, error_data } = value as Record<string, unknown>;
  if (typeof code !== 'number') return null;
  const { details } = (error_data ?? {}) as Record<string, unknown>;
  const told = [message ?? title, details].filter((one) => typeof one === 'string' && one !== '').join(': ');
  return { code, reason: REASONS[code] ?? (told || `error ${code}`).slice(0, 400) };
}

/** Whether an answer with this status and error leaves open if the message was taken. */
export const isDoubtful = (httpStatus: number, error: GraphError | null): boolean =>
  httpStatus >= 500 && (error === null || DOUBTFUL.has(error.code));

export type GraphRejection = Extract<DriverOutcome, { kind: 'rejected' }>;

/**
 * The outcome of a send that was refused. What concerns the account and not the message holds the lane, so that the
 * message is not lost to it.
 * @param refusedBefore how often this recipient's pair limit was met without a success since
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
      // Meta's advice: 4^X seconds.
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
