import { OPERATIONS, type Operations } from './operations.gen.ts';

/** Body of every error response. */
interface ErrorBody {
  code: string;
  message: string;
  requestId: string;
  details?: { path: string; code: string; message: string }[];
}

/** Thrown when the server refuses a request. */
export class SwitchyardError extends Error {
  readonly status: number;
  /** Stable, unlike the message. */
  readonly code: string;
  readonly requestId: string | null;
  /** One entry per invalid field. */
  readonly details: { path: string; code: string; message: string }[];
  /** Seconds to wait before the next request; null if the server didn't say. */
  readonly retryAfter: number | null;

  constructor(status: number, error: Partial<ErrorBody>, retryAfter: number | null) {
    super(error.message ?? `The server answered ${status}.`);
    this.name = 'SwitchyardError';
    this.status = status;
    this.code = error.code ?? 'unknown';
    this.requestId = error.requestId ?? null;
    this.details = error.details ?? [];
    this.retryAfter = retryAfter;
  }
}

export interface ClientOptions {
  /** The server's URL, without a path. */
  baseUrl: string;
  /** An API key of the workspace. */
  key: string;
  /** Timeout per request. Default: 30,000. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A repeated request with the same key is executed once within 24 hours. */
  idempotencyKey?: string;
}

type Method<Operation> = Operation extends { input: infer Input; answer: infer Answer }
  ? Record<never, never> extends Input
    ? (input?: Input) => Promise<Answer>
    : (input: Input) => Promise<Answer>
  : never;

/** The operations of the API, by group. */
export type Client = {
  [Group in keyof Operations]: { [Name in keyof Operations[Group]]: Method<Operations[Group][Name]> };
};

/** A client of the API at `/v1`, typed by its contract. */
export function createClient(options: ClientOptions): Client {
  const groups = Object.entries(OPERATIONS).map(([group, operations]) => [
    group,
    Object.fromEntries(
      Object.entries(operations).map(([name, [method, path]]) => [
        name,
        (input: RequestInput = {}) => request(options, method, path, input),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as Client;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** @throws SwitchyardError */
async function request(options: ClientOptions, method: string, path: string, input: RequestInput): Promise<unknown> {
  const { params = {}, query = {}, body, idempotencyKey } = input;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(`/v1${filled}`, options.baseUrl);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const answer = await (options.fetch ?? fetch)(url, {
    method,
    headers: {
      authorization: `Bearer ${options.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
  });
  const payload = (await answer.json().catch(() => ({}))) as { error?: Partial<ErrorBody> };
  if (answer.ok) return payload;
  const after = Number(answer.headers.get('retry-after') ?? Number.NaN);
  throw new SwitchyardError(answer.status, payload.error ?? {}, Number.isFinite(after) ? after : null);
}
