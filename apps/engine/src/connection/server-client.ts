import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/constants';
import {
  ENGINE_HOST_PATH,
  HOST_RENEWALS_PATH,
  type HostAnswer,
  type HostRenewals,
  type HostRenewalsAnswer,
} from '@switchyard/contracts/engine/host';
import type { EngineCalls } from '@switchyard/contracts/engines/calls';
import { readAnswer, ServerUnavailable } from './server-answer.ts';
import { ServerClock } from './server-clock.ts';

export { ServerRefusal, ServerUnavailable } from './server-answer.ts';

/** The engine protocol. Every call rejects with {@link ServerRefusal} or {@link ServerUnavailable}. */
export interface EngineServer extends EngineCalls {
  /** Time by the server's clock; by our own until the first response. */
  nowMs(): number;
  close(): void;
}

/** Calls with the token of a host. They reject in the same way. */
export interface HostCalls {
  /** The engines that the host should run. */
  hosted(): Promise<HostAnswer>;
  /** Renews leases of its engines, each with the engine's own token. */
  renewMany(body: HostRenewals): Promise<HostRenewalsAnswer>;
}

const TIMEOUT_MS = 10_000;
/** Enough for a file of 16 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 60_000;
/**
 * Connections opened by a burst of calls are closed after this idle time. Calls reuse the most recently used
 * connection, and if ten thousand engines kept all of theirs, the server would need tens of megabytes (decision 321).
 * Shorter than the timeouts of the server (72 s) and of proxies, so that they do not close a connection during a call.
 */
const IDLE_MS = 15_000;

/** A pool of persistent connections to the server, for one engine or for all engines of a process. */
export function openConnections(serverUrl: string, maxSockets = 4, idleMs = IDLE_MS): PlainAgent {
  const settings = {
    keepAlive: true,
    maxSockets,
    keepAliveMsecs: 10_000,
    timeout: idleMs,
    scheduling: 'lifo' as const,
  };
  return new URL(serverUrl).protocol === 'https:' ? new SecureAgent(settings) : new PlainAgent(settings);
}

export interface ServerClientOptions {
  timeoutMs?: number;
  /** Shared connections that somebody else closes; by default the client has a few of its own. */
  connections?: PlainAgent;
}

/** Calls the server over a few persistent connections. */
export function connectToServer(
  serverUrl: string,
  token: string,
  { timeoutMs = TIMEOUT_MS, connections }: ServerClientOptions = {},
): EngineServer & HostCalls {
  const base = new URL(serverUrl);
  const secure = base.protocol === 'https:';
  const agent = connections ?? openConnections(serverUrl);
  const clock = new ServerClock();
  const send = secure ? secureRequest : plainRequest;

  const post = <Answer>(
    path: string,
    { bytes: payload, mimeType }: { bytes: Uint8Array; mimeType: string },
    parse: (bytes: Buffer) => Answer,
    limitMs: number,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const startedAtMs = performance.now();
      const request = send(new URL(base.pathname.replace(/\/$/, '') + path, base), {
        agent,
        method: 'POST',
        timeout: limitMs,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': mimeType,
          'content-length': payload.length,
        },
      });
      // The `timeout` option limits only silence; this limits the whole call.
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(new ServerUnavailable(`${path}: ${error.message}`));
      };
      request.on('error', fail);
      request.on('response', (response) => {
        clock.sync(response.headers.date, startedAtMs);
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          clearTimeout(timer);
          try {
            const bytes = Buffer.concat(chunks);
            resolve(
              readAnswer(path, response.statusCode ?? 0, {
                read: () => parse(bytes),
                text: () => bytes.toString('utf8'),
              }),
            );
          } catch (error) {
            reject(error);
          }
        });
      });
      request.end(payload);
    });
  const postJson = <Answer>(path: string, body: unknown, parse: (bytes: Buffer) => Answer) =>
    post(path, { bytes: Buffer.from(JSON.stringify(body)), mimeType: 'application/json' }, parse, timeoutMs);
  const parseJson = <Answer>(bytes: Buffer) => JSON.parse(bytes.toString('utf8')) as Answer;
  const call = <Answer>(path: string, body: unknown) => postJson<Answer>(path, body, parseJson);

  return {
    lease: (body) => call(ENGINE_PROTOCOL_PATHS.lease, body),
    renew: (body) => call(ENGINE_PROTOCOL_PATHS.renew, body),
    release: (body) => call(ENGINE_PROTOCOL_PATHS.release, body),
    claim: (body) => call(ENGINE_PROTOCOL_PATHS.claim, body),
    report: (body) => call(ENGINE_PROTOCOL_PATHS.report, body),
    events: (body) => call(ENGINE_PROTOCOL_PATHS.events, body),
    readCredentials: (body) => call(ENGINE_PROTOCOL_PATHS.readCredentials, body),
    writeCredentials: (body) => call(ENGINE_PROTOCOL_PATHS.writeCredentials, body),
    content: (body) => call(ENGINE_PROTOCOL_PATHS.content, body),
    inbox: (body) => call(ENGINE_PROTOCOL_PATHS.inbox, body),
    received: (body) => call(ENGINE_PROTOCOL_PATHS.received, body),
    acts: (body) => call(ENGINE_PROTOCOL_PATHS.acts, body),
    file: (body) => postJson(ENGINE_PROTOCOL_PATHS.file, body, (bytes) => bytes),
    preview: (body) => call(ENGINE_PROTOCOL_PATHS.preview, body),
    fetchedFile({ generation, commandId, name = '' }, content) {
      const query = new URLSearchParams({ generation: String(generation), commandId, name });
      return post<{ fileId: string }>(
        `${ENGINE_PROTOCOL_PATHS.fetchedFile}?${query}`,
        content,
        parseJson,
        UPLOAD_TIMEOUT_MS,
      );
    },
    hosted: () => call(ENGINE_HOST_PATH, {}),
    renewMany: (body) => call(HOST_RENEWALS_PATH, body),
    nowMs: () => clock.nowMs(),
    close: () => (connections ? undefined : agent.destroy()),
  };
}
