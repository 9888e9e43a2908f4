import { claimRequest, reportRequest } from '@switchyard/contracts/engine/protocol';
import { releaseLease, renewLease, takeLease } from '../../../server/src/domains/engines/engine-lease.ts';
import type { EngineIdentity } from '../../../server/src/domains/engines/engine-token.ts';
import { fileOf } from '../../../server/src/domains/messages/lane/content.ts';
import { IdleClaims } from '../../../server/src/domains/messages/lane/idle-claims.ts';
import { LaneClaims } from '../../../server/src/domains/messages/lane/lane-claims.ts';
import { batchedRecorder } from '../../../server/src/domains/messages/lane/lane-reports.ts';
import { report } from '../../../server/src/domains/messages/lane/report.ts';
import { resume } from '../../../server/src/domains/messages/lane/resume.ts';
import { type EngineServer, ServerRefusal, ServerUnavailable } from '../../src/connection/server-client.ts';
import type { Call } from './history.ts';
import type { Surroundings } from './surroundings.ts';

/** The server as a process sees it: its real code on one database, behind a network that loses and delays calls. */
export function serverOf(
  around: Surroundings,
  identity: EngineIdentity,
  whenAwake: (task: () => void) => void,
): EngineServer {
  const { database } = around;
  const { pool } = database;
  const claims = new LaneClaims(pool, 0);
  const recorder = batchedRecorder(pool, 0);
  const asks = new IdleClaims(pool, claims, 0);

  /** Delivers the response to a process that lives and is awake. */
  const reach = <Value>(answer: Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      answer.then(
        (value) =>
          whenAwake(() =>
            around.serverIsAway ? reject(new ServerUnavailable('it ended before it answered')) : resolve(value),
          ),
        (error: unknown) => whenAwake(() => reject(refusalOf(error))),
      );
    });

  const ask = <Value>(call: Call | null, work: () => Promise<Value>): Promise<Value> => {
    const { fault, delayMs } = (call && around.faultOf(call)) ?? { fault: null, delayMs: 0 };
    if (around.serverIsAway || fault === 'request-lost') return reach(Promise.reject(new ServerUnavailable('lost')));
    if (fault === 'request-late') {
      around.later(delayMs, () => around.serverIsAway || void around.track(work).catch(() => undefined));
      return reach(Promise.reject(new ServerUnavailable('no answer in time')));
    }
    const done = around.track(work);
    if (fault === 'answer-lost')
      return reach(done.then(() => Promise.reject(new ServerUnavailable('the answer was lost'))));
    if (fault === 'answer-late') {
      const settled = done.then(
        (value) => () => value,
        (error: unknown) => () => {
          throw error;
        },
      );
      return reach(
        settled.then(
          (give) =>
            new Promise<Value>((resolve, reject) =>
              around.later(delayMs, () => {
                try {
                  resolve(give());
                } catch (error) {
                  reject(error);
                }
              }),
            ),
        ),
      );
    }
    return reach(done);
  };
  const ok = { ok: true } as const;
  const idle = () => reach(Promise.resolve(ok));

  return {
    lease: (asks) => ask('lease', async () => ({ ...(await takeLease(pool, identity, asks)), ttlMs: 15_000 })),
    renew: ({ generation }) => ask('renew', () => renewLease(pool, identity, generation).then(() => ok)),
    release: ({ generation }) => ask(null, () => releaseLease(pool, identity, generation).then(() => ok)),
    claim: (body) =>
      ask('claim', async () => {
        const { resume: isFirst, ...request } = claimRequest.parse(body);
        const taken = isFirst
          ? await resume(pool, identity, request)
          : request.idle
            ? await asks.claim(identity, request)
            : await claims.claim(identity, request);
        const { messages, nextInMs, moreInDoubt, over = [] } = taken;
        return { messages, nextInMs, moreInDoubt, over };
      }),
    report: (reports) =>
      ask('report', async () => {
        const { recorded, refused } = await report(pool, identity, reportRequest.parse(reports), recorder);
        return { recorded, refused };
      }),
    events: idle,
    received: idle,
    readCredentials: () => reach(Promise.resolve({ values: {} })),
    writeCredentials: idle,
    content: () => reach(Promise.resolve({ body: null })),
    acts: () => reach(Promise.resolve({ acts: [], nextInMs: null })),
    inbox: () => reach(Promise.resolve({ entries: [], more: false })),
    preview: async () => ({ preview: null }),
    fetchedFile: () => Promise.reject(new ServerUnavailable('no files are fetched here')),
    file: ({ generation, fileId }) =>
      ask(null, async () => {
        await fileOf(database, identity, { generation, fileId });
        return around.content(fileId);
      }),
    nowMs: () => around.nowMs(),
    close: () => undefined,
  };
}

/** Converts an error as the server's edge reports it, and as the engine's client receives it. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ServerUnavailable) return error;
  const { status, code, message, data } = error as { status?: number; code?: string; message: string; data?: unknown };
  return status !== undefined && status < 500
    ? new ServerRefusal(status, String(code), message, data)
    : new ServerUnavailable(message);
}
