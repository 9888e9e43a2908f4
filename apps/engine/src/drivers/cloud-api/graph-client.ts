import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

/** What came of a request. `not-sent`: no byte of it left. `in-doubt`: it left, or may have, and no answer came. */
export type GraphAnswer =
  | { kind: 'answer'; httpStatus: number; body: Record<string, unknown> }
  | { kind: 'not-sent'; cause: string }
  | { kind: 'in-doubt'; cause: string };

export interface GraphClient {
  /** Never rejects. `path` goes below the base URL, with the version in front. */
  call(method: 'GET' | 'POST', path: string, accessToken: string, body?: object): Promise<GraphAnswer>;
  /** Never rejects. Has more time than a call: nothing is done with a file before a message names it. */
  upload(path: string, accessToken: string, form: FormData): Promise<GraphAnswer>;
  /**
   * Loads a file from where an answer of the Graph API says that it lies. Rejects; also when it is longer than
   * `maxBytes`.
   */
  download(url: string, accessToken: string, maxBytes: number): Promise<Uint8Array>;
  close(): void;
}
const UPLOAD_TIMEOUT_MS = 120_000;

interface Payload {
  type: string;
  content: Buffer;
}

/** Calls the Graph API over connections that are kept open, each call with a time-out over all of it. */
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
    waitMs: number,
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
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${waitMs} ms`)), waitMs);
      const settle = (answer: GraphAnswer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const fail = (error: Error) =>
        settle({ kind: mayHaveLeft ? 'in-doubt' : 'not-sent', cause: error.message || 'the connection broke' });
      // Nothing is written before the connection is there. A connection that was kept open is there.
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
        if (length > maxBytes) throw new Error('the file is larger than the server keeps');
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
