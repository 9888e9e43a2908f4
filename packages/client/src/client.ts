import { OPERATIONS, type Operations } from './operations.gen.ts';

/** What every error is answered with. */
interface ErrorBody {
  code: string;
  message: string;
  requestId: string;
  details?: { path: string; code: string; message: string }[];
}

/** The server has refused a request. */
export class SwitchyardError extends Error {
  readonly status: number;
  /** Does not change, unlike the message. */
  readonly code: string;
  readonly requestId: string | null;
  /** One for each field that is wrong. */
  readonly details: { path: string; code: string; message: string }[];
  /** How long to wait before the next request, in seconds; null: not said. */
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
  /** Of the server, without a path. */
  baseUrl: string;
  /** An API key of the workspace. */
  key: string;
  /** Of each request. Default: 30,000. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The same request with the same key is done once, for 24 hours. */
  idempotencyKey?: string;
}

type Method<Operation> = Operation extends { input: infer Input; answer: infer Answer }
  ? Record<never, never> extends Input
    ? (input?: Input) => Promise<Answer>
    : (input: Input) => Promise<Answer>
  : never;

/** The operations of the API, in their groups. */
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
        (input: Asked = {}) => request(options, method, path, input),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as Client;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** @throws SwitchyardError */
async function request(options: ClientOptions, method: string, path: string, input: Asked): Promise<unknown> {
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
  const told = (await answer.json().catch(() => ({}))) as { error?: Partial<ErrorBody> };
  if (answer.ok) return told;
  const after = Number(answer.headers.get('retry-after') ?? Number.NaN);
  throw new SwitchyardError(answer.status, told.error ?? {}, Number.isFinite(after) ? after : null);
}
