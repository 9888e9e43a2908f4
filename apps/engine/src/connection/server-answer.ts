/** The server refused: 401, a lost or held lease, or an unacceptable body. Repeating the call changes nothing. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
  readonly status: number;
  readonly code: string;
  readonly data: unknown;
  constructor(status: number, code: string, message: string, data: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/**
 * The server could not be reached, or its response was lost, so the call may or may not have taken effect. Retry later.
 */
export class ServerUnavailable extends Error {
  override readonly name = 'ServerAway';
}

/**
 * Interprets the server's response to a call.
 * @throws ServerRefusal, ServerUnavailable
 */
export function readAnswer<Answer>(path: string, status: number, body: { read(): Answer; text(): string }): Answer {
  let refusal: { code?: string; message?: string; data?: unknown };
  try {
    if (status < 300) return body.read();
    refusal = JSON.parse(body.text());
  } catch {
    throw new ServerUnavailable(`${path}: an answer that is not JSON (${status})`);
  }
  // A server that is starting, stopping or overloaded, or a proxy in front of it: this says nothing about the request.
  if (status >= 500 || status === 429 || status === 408 || refusal.code === undefined) {
    throw new ServerUnavailable(`${path}: ${status} ${refusal.message ?? ''}`);
  }
  throw new ServerRefusal(status, refusal.code, refusal.message ?? '', refusal.data);
}
