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
  /** The time by the server's clock; by our own until it has answered once. */
  nowMs(): number;
  close(): void;
}

/** What is asked with the token of a host. Rejects likewise. */
export interface HostCalls {
  /** The engines that it is to run. */
  hosted(): Promise<HostAnswer>;
  /** Renews leases of its engines, each with its own token. */
  renewMany(body: HostRenewals): Promise<HostRenewalsAnswer>;
}

const TIMEOUT_MS = 10_000;
/** A file of 16 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 60_000;
/**
 * What a burst of calls opened is closed when nothing has gone over it for so long: the calls go over the connection
 * that was used last, and ten thousand engines that keep all of theirs cost the server tens of megabytes (decision
 * 321). Sooner than the server (72 s) or a proxy between does, so that neither closes it under a call.
 */
const IDLE_MS = 15_000;

/** Connections to the server that are kept open, for one engine or for several of one process. */
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
  /** Connections that others use too, and that somebody else closes; default: a few of its own. */
  connections?: PlainAgent;
}

/** Calls the server over a few connections that are kept open. */
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
    read: (bytes: Buffer) => Answer,
    waitMs: number,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const askedAtMs = performance.now();
      const request = send(new URL(base.pathname.replace(/\/$/, '') + path, base), {
        agent,
        method: 'POST',
        timeout: waitMs,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': mimeType,
          'content-length': payload.length,
        },
      });
      // `timeout` counts silence only; this counts all.
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${waitMs} ms`)), waitMs);
      const away = (error: Error) => {
        clearTimeout(timer);
        reject(new ServerUnavailable(`${path}: ${error.message}`));
      };
      request.on('error', away);
      request.on('response', (response) => {
        clock.heard(response.headers.date, askedAtMs);
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', away);
        response.on('end', () => {
          clearTimeout(timer);
          try {
            const bytes = Buffer.concat(chunks);
            resolve(
              readAnswer(path, response.statusCode ?? 0, {
                read: () => read(bytes),
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
  const ask = <Answer>(path: string, body: unknown, read: (bytes: Buffer) => Answer) =>
    post(path, { bytes: Buffer.from(JSON.stringify(body)), mimeType: 'application/json' }, read, timeoutMs);
  const parse = <Answer>(bytes: Buffer) => JSON.parse(bytes.toString('utf8')) as Answer;
  const call = <Answer>(path: string, body: unknown) => ask<Answer>(path, body, parse);

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
    file: (body) => ask(ENGINE_PROTOCOL_PATHS.file, body, (bytes) => bytes),
    preview: (body) => call(ENGINE_PROTOCOL_PATHS.preview, body),
    fetchedFile({ generation, commandId, name = '' }, content) {
      const query = new URLSearchParams({ generation: String(generation), commandId, name });
      return post<{ fileId: string }>(
        `${ENGINE_PROTOCOL_PATHS.fetchedFile}?${query}`,
        content,
        parse,
        UPLOAD_TIMEOUT_MS,
      );
    },
    hosted: () => call(ENGINE_HOST_PATH, {}),
    renewMany: (body) => call(HOST_RENEWALS_PATH, body),
    nowMs: () => clock.nowMs(),
    close: () => (connections ? undefined : agent.destroy()),
  };
}
