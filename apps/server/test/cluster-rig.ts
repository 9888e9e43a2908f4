import type { ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import type { PodDeletion } from '@switchyard/contracts/cluster/pod-deletions';
import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { afterAll, beforeAll } from 'vitest';
import { type ClusterServer, startClusterServer } from './cluster-server.ts';

/**
 * The cluster's API for a file's tests, as called by an administrator and by another user: one server with a local
 * cluster.
 */
export function useCluster() {
  let server: ClusterServer;
  let user: { token: string };
  beforeAll(async () => {
    server = await startClusterServer();
    user = await server.signUp();
  });
  afterAll(() => server.stop());

  const call = <Body>(method: string, path: string, body?: unknown, token = server.admin.token) =>
    server.call<Body>(method, `/api/cluster${path}`, body, { token });
  return {
    get server() {
      return server;
    },
    get user() {
      return user;
    },
    call,
    deletions: async (podName: string) =>
      (await call<{ data: PodDeletion[] }>('GET', `/deletions?podName=${podName}`)).body.data,
    follow: (cursor?: string) => follow(server, cursor),
    /** A pod that the server has seen running, or in the state that `isSo` checks. @returns its name and row */
    async seenPod(name: string, script: string, isSo = isRunning, containers?: string[]) {
      const podName = await server.createPod(name, script, containers);
      const stream = await follow(server);
      const state = await stream.until((found) => isSo(podNamed(found, podName)));
      stream.stop();
      return { name: podName, row: podNamed(state, podName) };
    },
  };
}

const isRunning = (row: PodRow | undefined): boolean => row?.status === 'Running';

/** Follows the stream from a cursor. Each step reads until its condition holds; `stop` ends it. */
async function follow(server: ClusterServer, cursor?: string) {
  const ended = new AbortController();
  const answer = await fetch(`${server.url}/api/cluster/stream${cursor ? `?cursor=${cursor}` : ''}`, {
    headers: { authorization: `Bearer ${server.admin.token}` },
    signal: AbortSignal.any([ended.signal, AbortSignal.timeout(20_000)]),
  });
  const chunks = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  const pods = new Map<string, PodRow>();
  const removed = new Set<string>();
  const state = { pods, gone: removed, resets: 0, cursor: '', feed: null as ClusterUpdate['feed'] | null };
  let rest = '';
  return {
    state,
    stop: () => ended.abort(),
    async until(holds: (found: typeof state) => boolean) {
      while (!holds(state)) {
        const { value, done } = await chunks.read();
        if (done) throw new Error('the stream ended');
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const update = JSON.parse(line) as ClusterUpdate;
          if (update.reset) {
            state.resets += 1;
            pods.clear();
          }
          for (const row of update.pods ?? []) pods.set(row.uid, row);
          for (const uid of update.gonePods ?? []) {
            pods.delete(uid);
            removed.add(uid);
          }
          state.cursor = update.cursor ?? state.cursor;
          state.feed = update.feed ?? state.feed;
        }
      }
      return state;
    },
  };
}
export const podNamed = (state: { pods: Map<string, PodRow> }, name: string) =>
  [...state.pods.values()].find((pod) => pod.name === name);
