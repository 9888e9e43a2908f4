import type { FieldFault } from '@switchyard/contracts/errors';
import { REFUSAL_TEXTS } from '@switchyard/contracts/text/refusals';
import type { CodedText, Text } from '@switchyard/contracts/text/registry';
import i18next from 'i18next';
import { translateFault } from './fault-texts.ts';
import { refusalTexts } from './refusal-texts.ts';
import { isRuntimeError } from './runtime-error.ts';
import { translateText } from './translate-text.ts';

/** A call to the server that did not succeed: the server's own answer, or no answer at all (`OFFLINE`, `TIMED_OUT`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The envelope's code, such as `NOT_FOUND`. */
  readonly code: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** What to quote when asking for help; null when there was no answer. */
  readonly requestId: string | null;
  /** Faults by field, for forms; empty when the error is not about fields. */
  readonly faults: FieldFault[];
  readonly data: unknown;
  /** The server gave no reason: the message says no more than that. */
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
    const faults = faultsIn(of.data);
    super(inReadersWords(of, faults));
    this.code = of.code;
    this.status = of.status;
    this.requestId = of.requestId;
    this.data = of.data;
    this.isUnexplained = of.isUnexplained ?? false;
    this.faults = faults.map(translateFault);
  }

  /** The message for one field (`contactList.0.mobile`), if the server found fault with it. */
  faultOf(field: string): string | undefined {
    return this.faults.find((fault) => fault.field === field)?.message;
  }
}

/**
 * The message in the reader's language, where it says what its code says and no more, or what the fault of a field
 * says, or is a sentence that both sides know, with what was put into it; whatever else the server says of this one
 * case stays as it is.
 */
function inReadersWords(
  { code, message, text }: { code: string; message: string; text?: Text | undefined },
  faults: FieldFault[],
): string {
  if (typeof text === 'object' && i18next.isInitialized) return sayCoded(text) ?? message;
  const fault = faults.find((fault) => fault.message === message);
  if (fault) return translateFault(fault).message;
  const known = Object.entries(refusalTexts).find(
    ([one, text]) => text === message && (one === code || Object.hasOwn(REFUSAL_TEXTS, one)),
  );
  return known && i18next.isInitialized
    ? i18next.t(`refusal:${known[0] as keyof typeof refusalTexts}`)
    : translateText(message);
}

/** The login page has the texts of refusals only. */
function sayCoded(text: CodedText): string | null {
  if (i18next.exists(`refusal:${text.code}`)) return i18next.t(`refusal:${text.code as keyof typeof refusalTexts}`);
  return i18next.exists(`sentence:${text.code}`) || i18next.exists(`fault:${text.code}`) ? translateText(text) : null;
}

/** Reads the server's error envelope, or makes do with whatever a proxy in between answered. */
export function errorFromBody(body: unknown, status: number, requestId: string | null): ApiError {
  const given = isRecord(body) ? body : {};
  const message = typeof given.message === 'string' ? given.message : '';
  return new ApiError({
    code: typeof given.code === 'string' ? given.code : `HTTP_${status}`,
    status,
    message: message || `The server answered ${status}.`,
    isUnexplained: message === '',
    text: isRecord(given.text) && typeof given.text.code === 'string' ? (given.text as unknown as Text) : undefined,
    requestId: typeof given.requestId === 'string' ? given.requestId : requestId,
    data: given.data,
  });
}

/** Whatever was thrown on the way to the server, as an ApiError. */
export function errorFromFailure(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure;
  const timedOut = failure instanceof DOMException && failure.name === 'TimeoutError';
  return timedOut
    ? new ApiError({ code: 'TIMED_OUT', status: 0, message: 'The server took too long to answer.', requestId: null })
    : new ApiError({ code: 'OFFLINE', status: 0, message: 'The server cannot be reached.', requestId: null });
}

/** An answer that is none: empty, or a page of something in between. */
export function unreadableAnswer(status: number): ApiError {
  const message = 'The answer of the server cannot be read.';
  return new ApiError({ code: 'UNREADABLE', status, message, requestId: null, isUnexplained: true });
}

/** What is said of a failure, for people; undefined: nobody has given a reason that they could read. */
export function failureMessage(failure: unknown): string | undefined {
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
