import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ClusterConnection } from './connection.ts';
import { errorOfAnswer, KubernetesError } from './kubernetes-error.ts';

export interface ClusterRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** Media type of the body. Left out: JSON. */
  bodyType?: string;
  signal?: AbortSignal | undefined;
  /** Until the answer begins. */
  timeoutMs?: number;
}

const ANSWER_TIMEOUT_MS = 30_000;
/** A body that is read whole and stops coming for this long has stopped for good. */
const BODY_SILENCE_MS = 30_000;
const MAX_ERROR_BYTES = 64 * 1024;
const httpAgent = new HttpAgent({ keepAlive: true });
const httpsAgent = new HttpsAgent({ keepAlive: true });

/**
 * Asks the API and hands the body on as it comes.
 * @throws KubernetesError for every answer but 2xx, and when there is none
 */
export async function send(connection: ClusterConnection, asked: ClusterRequest): Promise<IncomingMessage> {
  const url = new URL(connection.server + asked.path);
  for (const [name, value] of Object.entries(asked.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const { headers, ...credentials } = await connection.credentials();
  const secure = url.protocol === 'https:';
  const body = asked.body === undefined ? null : JSON.stringify(asked.body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // Throws for what cannot be sent, such as a token with a character that no header carries.
    const outgoing = (secure ? httpsRequest : httpRequest)(
      url,
      {
        agent: secure ? httpsAgent : httpAgent,
        ...credentials,
        method: asked.method,
        headers: {
          ...headers,
          accept: 'application/json',
          'user-agent': 'switchyard',
          ...(body !== null && {
            'content-type': asked.bodyType ?? 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
        ...(asked.signal && { signal: asked.signal }),
      },
      (incoming) => {
        clearTimeout(timer);
        resolve(incoming);
      },
    );
    const timeoutMs = asked.timeoutMs ?? ANSWER_TIMEOUT_MS;
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
  throw errorOfAnswer(code, await readText(answer, MAX_ERROR_BYTES), answer.headers['retry-after'], asked.path);
}

/**
 * Reads a body to its end, at most `maximumBytes` of it.
 * @throws KubernetesError when the connection breaks, or nothing comes any more
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
 * A body that is to come without a pause.
 * @throws KubernetesError when the connection breaks, or nothing comes any more
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
