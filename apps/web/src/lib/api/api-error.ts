import type { FieldFault } from '@switchyard/contracts/errors';
import { inEnglish, type Text, TextError } from '@switchyard/contracts/text/registry';
import i18next from 'i18next';
import { isRuntimeError } from './runtime-error.ts';
import { translateFault } from './translate-fault.ts';
import { translateKnown, translateText } from './translate-text.ts';

/** A failed call to the server: the server's own error, or no response at all (`OFFLINE`, `TIMED_OUT`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The envelope's code, such as `NOT_FOUND`. */
  readonly code: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** What to quote when asking for help; null if there was no response. */
  readonly requestId: string | null;
  /** Faults by field, for forms; empty if the error is not about fields. */
  readonly faults: FieldFault[];
  readonly data: unknown;
  /** The server gave no reason; the message says only that. */
  readonly isUnexplained: boolean;

  constructor(of: {
    code: string;
    status: number;
    message: string;
    requestId: string | null;
    text?: Text | undefined;
    data?: unknown;
    isUnexplained?: boolean;
  }) {
    super(messageOf(of));
    this.code = of.code;
    this.status = of.status;
    this.requestId = of.requestId;
    this.data = of.data;
    this.isUnexplained = of.isUnexplained ?? false;
    this.faults = faultsIn(of.data).map(translateFault);
  }

  /** The message for one field (`contactList.0.mobile`), if the server found fault with it. */
  faultOf(field: string): string | undefined {
    return this.faults.find((fault) => fault.field === field)?.message;
  }
}

/**
 * The reason, in the reader's language if translated, else in the server's words; if it has none, the code with the
 * request id to quote.
 */
function messageOf({
  message,
  text,
  requestId,
}: {
  message: string;
  text?: Text | undefined;
  requestId: string | null;
}) {
  if (typeof text !== 'object' || !i18next.isInitialized) return message;
  const known = translateKnown(text);
  if (known !== null || (message !== '' && message !== inEnglish({ code: text.code }))) return known ?? message;
  return requestId === null
    ? translateText(text)
    : i18next.t('refusal:unknownReasonOf', { code: text.code, requestId });
}

/** Parses the server's error envelope, or makes do with whatever a proxy in between answered. */
export function errorFromBody(body: unknown, status: number, requestId: string | null): ApiError {
  const envelope = isRecord(body) ? body : {};
  const message = typeof envelope.message === 'string' ? envelope.message : '';
  const text =
    isRecord(envelope.text) && typeof envelope.text.code === 'string' ? (envelope.text as unknown as Text) : undefined;
  return new ApiError({
    code: typeof envelope.code === 'string' ? envelope.code : `HTTP_${status}`,
    status,
    message: message || (text ? '' : `The server answered ${status}.`),
    isUnexplained: message === '' && !text,
    text,
    requestId: typeof envelope.requestId === 'string' ? envelope.requestId : requestId,
    data: envelope.data,
  });
}

/** Turns whatever a call threw into an ApiError. */
export function errorFromFailure(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure;
  const timedOut = failure instanceof DOMException && failure.name === 'TimeoutError';
  return timedOut
    ? noAnswer('TIMED_OUT', 'The server took too long to answer.')
    : noAnswer('OFFLINE', 'The server cannot be reached.');
}

const noAnswer = (code: string, message: string) =>
  new ApiError({ code, status: 0, message, text: { code }, requestId: null });

/** Error for a response that is empty, or a page of something in between. */
export function unreadableAnswer(status: number): ApiError {
  const message = 'The answer of the server cannot be read.';
  const code = 'UNREADABLE';
  return new ApiError({ code, status, message, text: { code }, requestId: null, isUnexplained: true });
}

/** A failure in words for people; undefined if there are none. */
export function failureMessage(failure: unknown): string | undefined {
  if (failure instanceof TextError) return translateText(failure.text);
  if (!(failure instanceof Error) || isRuntimeError(failure)) return undefined;
  return failure instanceof ApiError && failure.isUnexplained ? undefined : failure.message || undefined;
}

function faultsIn(data: unknown): FieldFault[] {
  if (!isRecord(data) || !Array.isArray(data.faults)) return [];
  return data.faults.filter(
    (fault): fault is FieldFault =>
      isRecord(fault) && typeof fault.field === 'string' && typeof fault.message === 'string',
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
