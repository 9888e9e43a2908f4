import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

/**
 * Result of a request. `not-sent`: no byte was sent. `in-doubt`: it was or may have been sent, and no response arrived.
 */
export type GraphAnswer =
  | { kind: 'answer'; httpStatus: number; body: Record<string, unknown> }
  | { kind: 'not-sent'; cause: string }
  | { kind: 'in-doubt'; cause: string };

export interface GraphClient {
  /** Never rejects. `path` is relative to the base URL and begins with the version. */
  call(method: 'GET' | 'POST', path: string, accessToken: string, body?: object): Promise<GraphAnswer>;
  /** Never rejects. Has a longer timeout than a call, because a file has no effect before a message uses it. */
  upload(path: string, accessToken: string, form: FormData): Promise<GraphAnswer>;
  /** Downloads a file from a URL in a response of the Graph API. Rejects, also if it is longer than `maxBytes`. */
  download(url: string, accessToken: string, maxBytes: number): Promise<Uint8Array>;
  close(): void;
}
const UPLOAD_TIMEOUT_MS = 120_000;

interface Payload {
  type: string;
  content: Buffer;
}

/** Calls the Graph API over persistent connections, with a timeout for each whole call. */
export function connectToGraph(baseUrl: string, timeoutMs: number): GraphClient {
  const base = baseUrl.replace(/\/+$/, '');
  const secure = base.startsWith('https:');
  const settings = { keepAlive: true, maxSockets: 32 };
  const agent = secure ? new SecureAgent(settings) : new PlainAgent(settings);
  const send = secure ? secureRequest : plainRequest;

  function exchange(
    method: string,
    path: string,
    accessToken: string,
    payload: Payload | null,
    limitMs: number,
  ): Promise<GraphAnswer> {
    return new Promise((resolve) => {
      const request = send(`${base}/${path}`, {
        agent,
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(payload ? { 'content-type': payload.type, 'content-length': payload.content.length } : {}),
        },
      });
      let mayHaveLeft = false;
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs);
      const settle = (answer: GraphAnswer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const fail = (error: Error) =>
        settle({ kind: mayHaveLeft ? 'in-doubt' : 'not-sent', cause: error.message || 'the connection broke' });
      // Nothing is written before the connection is established. A reused connection already is.
      request.on('socket', (socket) => {
        if (!socket.connecting) mayHaveLeft = true;
        else
          socket.once('connect', () => {
            mayHaveLeft = true;
          });
      });
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          settle({ kind: 'answer', httpStatus: response.statusCode ?? 0, body: parse(Buffer.concat(chunks)) });
        });
      });
      request.end(payload?.content);
    });
  }

  return {
    close: () => agent.destroy(),
    call(method, path, accessToken, body) {
      const content = body === undefined ? null : Buffer.from(JSON.stringify(body));
      const payload = content ? { type: 'application/json', content } : null;
      return exchange(method, path, accessToken, payload, timeoutMs);
    },
    async download(url, accessToken, maxBytes) {
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS / 2) });
      if (!response.ok || !response.body) throw new Error(`Meta's servers answered ${response.status}`);
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of response.body) {
        length += chunk.length;
        if (length > maxBytes) throw new Error('the file is larger than the server accepts');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
    async upload(path, accessToken, form) {
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      const content = Buffer.from(await encoded.arrayBuffer());
      return exchange('POST', path, accessToken, { type, content }, Math.max(timeoutMs, UPLOAD_TIMEOUT_MS));
    },
  };
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
