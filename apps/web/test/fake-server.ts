import { afterEach, beforeEach, vi } from 'vitest';

/** A call that reached the server; `body` is the parsed JSON. */
export interface Call {
  url: URL;
  headers: Headers;
  body: unknown;
}

/** The response to a call: JSON with status 200, or a whole response; a promise keeps the caller waiting. */
type Responder = (call: Call) => unknown;

/**
 * Refuses as the server does: `refusal(422, 'INVALID', { faults: [{ field: 'message', message: 'is too long' }] })`.
 */
export function refusal(status: number, code: string, data: unknown = {}, message = 'Refused.'): Response {
  return Response.json({ defined: true, code, status, message, data, requestId: 'request-1' }, { status });
}

/**
 * Replaces the network in every test of the file: answers by method and path (`'GET /api/contacts'`), and records
 * requests. A request without an answer is refused, and fails the test at its end, so that none goes unnoticed.
 */
export function fakeServer() {
  const answers = new Map<string, Responder>();
  const calls: { to: string; call: Call }[] = [];
  const unanswered = new Set<string>();

  const answered: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), window.location.href), init);
    const url = new URL(request.url);
    const to = `${request.method} ${url.pathname}`;
    const text = await request.text();
    const call: Call = { url, headers: request.headers, body: text === '' ? undefined : JSON.parse(text) };
    calls.push({ to, call });
    const answer = answers.get(to);
    if (!answer) unanswered.add(to);
    const response = answer ? await answer(call) : refusal(501, 'NOT_IN_THIS_TEST');
    request.signal.throwIfAborted();
    return response instanceof Response ? response : Response.json(response ?? null);
  };

  beforeEach(() => {
    answers.clear();
    calls.length = 0;
    unanswered.clear();
    vi.stubGlobal('fetch', answered);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    if (unanswered.size > 0) throw new Error(`asked for and not answered: ${[...unanswered].join(', ')}`);
  });

  return {
    on: (to: string, answer: Responder): void => void answers.set(to, answer),
    /** Requests to one operation, in order of arrival. */
    sent: (to: string): Call[] => calls.filter((call) => call.to === to).map((call) => call.call),
  };
}
