import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ClusterConnection } from './connection.ts';
import { errorOfAnswer, KubernetesError } from './kubernetes-error.ts';

export interface ClusterRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** Media type of the body; JSON if omitted. */
  bodyType?: string;
  signal?: AbortSignal | undefined;
  /** Timeout for the start of the response. */
  timeoutMs?: number;
}

const ANSWER_TIMEOUT_MS = 30_000;
/** A body read as a whole is considered broken after this long without data. */
const BODY_SILENCE_MS = 30_000;
const MAX_ERROR_BYTES = 64 * 1024;
const httpAgent = new HttpAgent({ keepAlive: true });
const httpsAgent = new HttpsAgent({ keepAlive: true });

/**
 * Sends a request and returns the response as a stream.
 * @throws KubernetesError for every status other than 2xx, and if there is no response
 */
export async function send(connection: ClusterConnection, request: ClusterRequest): Promise<IncomingMessage> {
  const url = new URL(connection.server + request.path);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const { headers, ...credentials } = await connection.credentials();
  const secure = url.protocol === 'https:';
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // Throws for an unsendable request, such as a token with a character that is invalid in a header.
    const outgoing = (secure ? httpsRequest : httpRequest)(
      url,
      {
        agent: secure ? httpsAgent : httpAgent,
        ...credentials,
        method: request.method,
        headers: {
          ...headers,
          accept: 'application/json',
          'user-agent': 'switchyard',
          ...(body !== null && {
            'content-type': request.bodyType ?? 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
        ...(request.signal && { signal: request.signal }),
      },
      (incoming) => {
        clearTimeout(timer);
        resolve(incoming);
      },
    );
    const timeoutMs = request.timeoutMs ?? ANSWER_TIMEOUT_MS;
    const timer = setTimeout(() => {
      outgoing.destroy(new KubernetesError(0, 'Timeout', `no answer from ${url.host} within ${timeoutMs / 1_000} s`));
    }, timeoutMs);
    outgoing.once('error', (error) => {
      clearTimeout(timer);
      reject(error instanceof KubernetesError ? error : new KubernetesError(0, 'Unreachable', error.message));
    });
    outgoing.end(body);
  }).catch((error: Error) => {
    throw error instanceof KubernetesError ? error : new KubernetesError(0, 'InvalidRequest', error.message);
  });
  const code = answer.statusCode ?? 0;
  if (code >= 200 && code < 300) return answer;
  throw errorOfAnswer(code, await readText(answer, MAX_ERROR_BYTES), answer.headers['retry-after'], request.path);
}

/**
 * Reads a body to its end, at most `maximumBytes` of it.
 * @throws KubernetesError when the connection breaks or no more data arrives
 */
export async function readText(answer: IncomingMessage, maximumBytes = Number.POSITIVE_INFINITY): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(answer)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maximumBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The chunks of a body that should arrive without a pause.
 * @throws KubernetesError when the connection breaks or no more data arrives
 */
export async function* chunksOf(answer: IncomingMessage, silenceMs = BODY_SILENCE_MS): AsyncGenerator<Buffer> {
  const silence = setTimeout(() => {
    answer.destroy(new KubernetesError(0, 'Timeout', `the answer stopped coming for ${silenceMs / 1_000} s`));
  }, silenceMs);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      silence.refresh();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof KubernetesError ? error : new KubernetesError(0, 'Unreachable', (error as Error).message);
  } finally {
    clearTimeout(silence);
  }
}
