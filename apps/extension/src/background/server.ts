import { ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/constants';
import {
  EXTENSION_PAIR_PATH,
  EXTENSION_QUEUE_PATH,
  EXTENSION_UNPAIR_PATH,
  type PairAnswer,
  type QueueAnswer,
} from '@switchyard/contracts/engine/extension';
import { readAnswer, ServerUnavailable } from '../../../engine/src/connection/server-answer.ts';
import type { EngineServer } from '../../../engine/src/connection/server-client.ts';
import { ServerClock } from '../../../engine/src/connection/server-clock.ts';
import { reasonOf } from '../../../engine/src/log.ts';

const TIMEOUT_MS = 10_000;
/** A file of 16 MB over a slow line. */
const FILE_TIMEOUT_MS = 60_000;

/** The engine protocol as a browser speaks it, and what only an extension asks. */
export interface ExtensionServer extends EngineServer {
  readQueue(generation: number): Promise<QueueAnswer>;
  unpair(): Promise<void>;
}

interface Post {
  body: string | Uint8Array<ArrayBuffer>;
  mimeType?: string;
  timeoutMs?: number;
}

async function post<Answer>(
  serverUrl: string,
  path: string,
  token: string | null,
  { body, mimeType = 'application/json', timeoutMs = TIMEOUT_MS }: Post,
  read: (bytes: Uint8Array) => Answer,
  heard: (date: string | null) => void = () => undefined,
): Promise<Answer> {
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(serverUrl + path, {
      method: 'POST',
      body,
      headers: { 'content-type': mimeType, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      // The person's own sign-in has no part in this.
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    heard(response.headers.get('date'));
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new ServerUnavailable(`${path}: ${reasonOf(error)}`);
  }
  return readAnswer(path, response.status, { read: () => read(bytes), text: () => new TextDecoder().decode(bytes) });
}

const parse = <Answer>(bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Answer;

/** Exchanges a person's code. @throws ServerRefusal, ServerUnavailable */
export const pair = (serverUrl: string, code: string): Promise<PairAnswer> =>
  post(serverUrl, EXTENSION_PAIR_PATH, null, { body: JSON.stringify({ code }) }, parse<PairAnswer>);

export function connectToServer(serverUrl: string, token: string): ExtensionServer {
  const clock = new ServerClock();
  const send = <Answer>(path: string, request: Post, read: (bytes: Uint8Array) => Answer) => {
    const askedAtMs = performance.now();
    return post(serverUrl, path, token, request, read, (date) => clock.sync(date ?? undefined, askedAtMs));
  };
  const call = <Answer>(path: string, body: unknown) => send(path, { body: JSON.stringify(body) }, parse<Answer>);
  const paths = ENGINE_PROTOCOL_PATHS;
  return {
    lease: (body) => call(paths.lease, body),
    renew: (body) => call(paths.renew, body),
    release: (body) => call(paths.release, body),
    claim: (body) => call(paths.claim, body),
    report: (body) => call(paths.report, body),
    events: (body) => call(paths.events, body),
    readCredentials: (body) => call(paths.readCredentials, body),
    writeCredentials: (body) => call(paths.writeCredentials, body),
    content: (body) => call(paths.content, body),
    inbox: (body) => call(paths.inbox, body),
    acts: (body) => call(paths.acts, body),
    preview: (body) => call(paths.preview, body),
    received: (body) => call(paths.received, body),
    file: (body) => send(paths.file, { body: JSON.stringify(body), timeoutMs: FILE_TIMEOUT_MS }, (bytes) => bytes),
    fetchedFile({ generation, commandId, name = '' }, { bytes, mimeType }) {
      const query = new URLSearchParams({ generation: String(generation), commandId, name });
      const request = { body: new Uint8Array(bytes), mimeType, timeoutMs: FILE_TIMEOUT_MS };
      return send(`${paths.fetchedFile}?${query}`, request, parse<{ fileId: string }>);
    },
    readQueue: (generation) => call(EXTENSION_QUEUE_PATH, { generation }),
    unpair: () => call(EXTENSION_UNPAIR_PATH, {}),
    nowMs: () => clock.nowMs(),
    close: () => undefined,
  };
}
