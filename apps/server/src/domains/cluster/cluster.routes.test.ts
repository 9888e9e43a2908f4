import type { ClusterUpdate } from '@switchyard/contracts/cluster-feed';
import type { EngineSessionRow, PodRow } from '@switchyard/contracts/cluster-rows';
import { type GatewayStatus, gatewayStatus } from '@switchyard/contracts/gateway-status';
import { type MonitoredNodeRow, monitoredNode } from '@switchyard/contracts/monitored-nodes';
import type { PodDeletion } from '@switchyard/contracts/pod-deletions';
import type { SimulatedFleet } from '@switchyard/contracts/simulated-fleet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClusterServer, startClusterServer } from '../../../test/cluster-server.ts';
import { newId } from '../../platform/database/columns.ts';

let server: ClusterServer;
let user: { token: string };
beforeAll(async () => {
  server = await startClusterServer();
  user = await server.signUp();
});
afterAll(() => server.stop());

interface Refresh {
  sessions: EngineSessionRow[];
  isWhole: boolean;
  total: number;
}
const call = <Body>(method: string, path: string, body?: unknown, token = server.admin.token) =>
  server.call<Body>(method, `/api/cluster${path}`, body, { token });
const deletions = async (podName: string) =>
  (await call<{ data: PodDeletion[] }>('GET', `/deletions?podName=${podName}`)).body.data;

/** Follows the stream from a cursor on. Each step reads until its condition holds; `stop` ends it. */
async function follow(cursor?: string) {
  const ended = new AbortController();
  const answer = await fetch(`${server.url}/api/cluster/stream${cursor ? `?cursor=${cursor}` : ''}`, {
    headers: { authorization: `Bearer ${server.admin.token}` },
    signal: AbortSignal.any([ended.signal, AbortSignal.timeout(20_000)]),
  });
  const chunks = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  const pods = new Map<string, PodRow>();
  const gone = new Set<string>();
  const state = { pods, gone, resets: 0, cursor: '', feed: null as ClusterUpdate['feed'] | null };
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
            gone.add(uid);
          }
          state.cursor = update.cursor ?? state.cursor;
          state.feed = update.feed ?? state.feed;
        }
      }
      return state;
    },
  };
}
const named = (state: { pods: Map<string, PodRow> }, name: string) =>
  [...state.pods.values()].find((one) => one.name === name);

describe('spec 001 section 6: the admin role is required, by the server, on every call', () => {
  it.each([
    ['GET', '/settings'],
    ['PUT', '/fleet', { size: 'small' }],
    ['POST', '/gateway-status'],
    ['GET', '/sessions'],
    ['GET', '/refresh'],
    ['GET', '/nodes'],
    ['POST', '/pods/delete', { podName: 'x' }],
    ['POST', '/pods/terminate', { podName: 'x' }],
    ['POST', '/deletions', { podName: 'x' }],
    ['PATCH', `/deletions/${newId()}`, { outcome: 'deleted' }],
    ['GET', '/deletions'],
    ['GET', '/stream'],
    ['GET', '/namespaces/a/pods/b/log'],
    ['GET', '/namespaces/a/pods/b'],
    ['GET', '/nodes/a'],
    ['GET', '/audit'],
    ['GET', '/find?text=engine'],
    ['POST', '/history', {}],
    ['GET', '/namespaces/a/owners/ReplicaSet/b/log'],
  ])('%s %s: 403 for a user, 401 for nobody', async (method, path, body?: object) => {
    expect((await call(method, path, body, user.token)).status).toBe(403);
    expect((await server.call(method, `/api/cluster${path}`, body)).status).toBe(401);
  });

  it('leaves a pod alone that a user tried to delete', async () => {
    const name = await server.createPod('kept', 'sleep 60');
    const stream = await follow();
    await stream.until((state) => named(state, name)?.status === 'Running');
    stream.stop();
    expect((await call('POST', '/pods/delete', { podName: name }, user.token)).status).toBe(403);
    expect((await call<GatewayStatus>('POST', '/gateway-status')).body.pods.map((pod) => pod.name)).toContain(name);
    expect(await deletions(name)).toEqual([]);
  });
});

describe('the stream', () => {
  it('tells a snapshot, then changes as they happen, and goes on from a cursor without telling anything twice', async () => {
    const first = await follow();
    await first.until((state) => state.cursor !== '');
    const name = await server.createPod('comes-and-goes', 'sleep 60');
    await first.until((state) => named(state, name)?.status === 'Running');
    expect(first.state.resets).toBe(1);
    expect(first.state.feed).toMatchObject({ pods: { state: 'live' }, nodes: { state: 'live' } });
    const { cursor } = first.state;
    const uid = named(first.state, name)?.uid ?? '';
    first.stop();

    expect((await call('POST', '/pods/delete', { podName: name })).status).toBe(200);
    const second = await follow(cursor);
    await second.until((state) => state.gone.has(uid));
    expect(second.state.resets).toBe(0);
    expect(second.state.pods.size).toBeLessThan(2);
    second.stop();
  });

  it('begins anew for a cursor that is not this server’s', async () => {
    const stream = await follow('another.12');
    expect((await stream.until((state) => state.cursor !== '')).resets).toBe(1);
    stream.stop();
  });
});

describe('deleting pods', () => {
  it('is written down: who, what, why, and how it ended', async () => {
    const name = await server.createPod('deleted', 'sleep 60');
    const stream = await follow();
    await stream.until((state) => named(state, name)?.status === 'Running');
    stream.stop();
    const uid = named(stream.state, name)?.uid;
    const answer = await call<PodDeletion>('POST', '/pods/delete', { podName: name, uid, cause: 'consolidation' });
    expect(answer.status).toBe(200);
    expect(await deletions(name)).toEqual([answer.body]);
    expect(answer.body).toMatchObject({
      podName: name,
      podUid: uid,
      podStatus: 'Running',
      namespace: server.namespace,
      cause: 'consolidation',
      via: 'api',
      outcome: 'deleted',
      failure: null,
      actor: { email: server.admin.email },
    });
  });

  it('says that a pod is gone (404) or was replaced by a namesake (409), and deletes nothing', async () => {
    expect(await call('POST', '/pods/delete', { podName: 'never-was' })).toMatchObject({
      status: 404,
      body: { code: 'POD_GONE' },
    });
    const name = await server.createPod('namesake', 'sleep 60');
    const stream = await follow();
    await stream.until((state) => named(state, name) !== undefined);
    stream.stop();
    expect(await call('POST', '/pods/terminate', { podName: name, uid: 'the one before' })).toMatchObject({
      status: 409,
      body: { code: 'POD_REPLACED' },
    });
    expect(await deletions(name)).toEqual([]);
  });

  /** A pod that has ended with a fault, and one that runs, both seen by the server. */
  async function failedAndRunning() {
    const failed = await server.createPod(`failed-${newId()}`, 'exit 3');
    const running = await server.createPod(`running-${newId()}`, 'sleep 60');
    const stream = await follow();
    await stream.until(
      (state) => named(state, failed)?.status === 'Error' && named(state, running)?.status === 'Running',
    );
    stream.stop();
    return { failed, running };
  }
  async function withSession<Result>(podName: string, act: (sessionId: string) => Promise<Result>): Promise<Result> {
    const id = newId();
    await server.database.pool.query(
      `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace, pod_name)
       select $1, m.organization_id, u.id, 'engine', 'simulator', 'connected', $2, $3
       from users u join workspace_members m on m.user_id = u.id where u.email = $4`,
      [id, server.namespace, podName, server.admin.email],
    );
    return act(id).finally(() => server.database.pool.query('delete from engines where id = $1', [id]));
  }
  const refusedAs = (code: string, message: unknown) => ({ status: 409, body: { code, message } });

  it('auto-delete and candidates: by what the pod is at that moment, never one that runs or serves a session', async () => {
    const { failed, running } = await failedAndRunning();
    for (const path of ['/pods/delete', '/deletions']) {
      for (const given of [{ cause: 'auto-delete' }, { onlyCandidate: true }]) {
        expect(await call('POST', path, { podName: running, ...given })).toMatchObject(
          refusedAs('POD_NOT_CANDIDATE', 'The pod is Running; nothing was deleted.'),
        );
        const answer = await withSession(failed, () => call('POST', path, { podName: failed, ...given }));
        expect(answer).toMatchObject(refusedAs('POD_NOT_CANDIDATE', expect.stringContaining('1 session')));
      }
    }
    expect([await deletions(running), await deletions(failed)]).toEqual([[], []]);
    // A browser deletes it by its own call: in the very state that the server looked at.
    const announced = await call('POST', '/deletions', { podName: failed, cause: 'auto-delete' });
    expect(announced.body).toMatchObject({ via: 'proxy', resourceVersion: expect.stringMatching(/^\d+$/) });
    const deleted = await call('POST', '/pods/delete', { podName: failed, cause: 'auto-delete' });
    expect(deleted).toMatchObject({ status: 200, body: { podStatus: 'Error', sessions: [], outcome: 'deleted' } });
  });

  it('the memory rule takes none that has ended', async () => {
    const { failed } = await failedAndRunning();
    expect(await call('POST', '/pods/terminate', { podName: failed, cause: 'memory-pressure' })).toMatchObject(
      refusedAs('POD_NOT_CANDIDATE', 'The pod is Error; nothing was deleted.'),
    );
  });

  it('a session that whoever confirmed was not told of saves its pod', async () => {
    const { running } = await failedAndRunning();
    await withSession(running, async (id) => {
      const shown = (shownSessions: string[]) => call('POST', '/pods/delete', { podName: running, shownSessions });
      expect(await shown([])).toMatchObject(refusedAs('SESSIONS_CHANGED', expect.any(String)));
      expect(await deletions(running)).toEqual([]);
      expect(await shown([id])).toMatchObject({ status: 200, body: { sessions: [id] } });
    });
  });

  it('records a deletion by proxy before it is made, and settles it once', async () => {
    const name = await server.createPod('by-proxy', 'sleep 60');
    const stream = await follow();
    await stream.until((state) => named(state, name) !== undefined);
    stream.stop();
    const { body } = await call<PodDeletion>('POST', '/deletions', { podName: name });
    expect(body).toMatchObject({ via: 'proxy', outcome: 'requested', cause: 'manual', resourceVersion: null });
    await call('PATCH', `/deletions/${body._id}`, { outcome: 'failed', failure: 'proxy away' });
    const settled = await call<PodDeletion>('PATCH', `/deletions/${body._id}`, { outcome: 'deleted' });
    expect(settled.body).toMatchObject({ outcome: 'failed', failure: 'proxy away' });
    expect((await call('PATCH', `/deletions/${newId()}`, { outcome: 'deleted' })).status).toBe(404);
  });

  it('names the field of a bad request', async () => {
    expect(await call('POST', '/pods/delete', { podName: '', cause: 'boredom' })).toMatchObject({
      status: 422,
      body: { data: { faults: [{ field: 'podName' }, { field: 'cause' }] } },
    });
  });
});

describe('gateway status, sessions and nodes', () => {
  it('relates sessions to pods (spec 001 sections 3 and 4)', async () => {
    const name = await server.createPod('serves-a-session', 'sleep 60');
    const stream = await follow();
    await stream.until((state) => named(state, name)?.status === 'Running');
    stream.stop();
    const { rows: owners } = await server.database.pool.query(
      'select u.id, m.organization_id from users u join workspace_members m on m.user_id = u.id where u.email = $1',
      [server.admin.email],
    );
    const [owner] = owners;
    for (const podName of [name, 'a-pod-that-is-gone', null]) {
      await server.database.pool.query(
        `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace, pod_name)
         values ($1, $2, $3, 'engine', 'simulator', 'connected', $4, $5)`,
        [newId(), owner.organization_id, owner.id, server.namespace, podName],
      );
    }
    const { body } = await call<GatewayStatus>('POST', '/gateway-status');
    const pod = body.pods.find((one) => one.name === name);
    expect(pod).toMatchObject({ statusString: 'Running', readyState: '1/1' });
    expect(pod?.sessions).toMatchObject([{ podId: name, podExists: true, user: { email: server.admin.email } }]);
    expect(body.allSessions).toHaveLength(3);
    expect(body.sessionsWithoutPods.map((one) => one.podId).sort()).toEqual(['a-pod-that-is-gone', null]);
    expect(body.deploymentTypeMap['switchyard-engine']).toBe(body.pods.length);
    expect(gatewayStatus.parse(body)).toEqual(body);

    const page = await call<{ data: EngineSessionRow[]; total: number }>(
      'GET',
      '/sessions?limit=2&skip=2&sort=-updatedAt',
    );
    expect(page.body).toMatchObject({ total: 3, data: [{ podExists: expect.any(Boolean) }] });
    expect((await call('GET', '/sessions?sort=email')).status).toBe(422);
    await server.database.pool.query('delete from engines');
  });

  it('tells a screen that follows the stream which sessions changed, and how many there are', async () => {
    const refresh = async (since: string) => (await call<Refresh>('GET', `/refresh${since}`)).body;
    expect(await refresh('')).toMatchObject({
      sessions: [],
      isWhole: true,
      total: 0,
      feed: { pods: { state: 'live' } },
    });
    const ids = Array.from({ length: 201 }, newId);
    await server.database.pool.query(
      `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace, pod_name, updated_at)
       select one.id, m.organization_id, u.id, 'engine', 'simulator', 'connected', $1, 'pod', '2020-01-01T00:00:00Z'::timestamptz + one.at * interval '1 minute'
       from unnest($2::uuid[]) with ordinality as one (id, at), users u join workspace_members m on m.user_id = u.id
       where u.email = $3`,
      [server.namespace, ids, server.admin.email],
    );
    try {
      const first = await refresh('?since=2020-01-01T00:00:00Z');
      expect(first.sessions.map((one) => one._id)).toEqual(ids.slice(0, 200));
      expect(first).toMatchObject({ isWhole: false, total: 201 });
      expect(JSON.stringify(first).length).toBeLessThan(100_000);
      const later = await refresh('?since=2020-01-01T03:20:00Z');
      expect(later.sessions.map((one) => one._id)).toEqual([ids[200]]);
      expect(later.isWhole).toBe(true);
    } finally {
      await server.database.pool.query('delete from engines');
    }
  });

  it('lists nodes with their pods for the monitor (spec 001 section 3)', async () => {
    const name = await server.createPod('monitored', 'sleep 60');
    const pods = await vi.waitFor(async () => {
      const { body } = await call<{ nodes: MonitoredNodeRow[] }>('GET', '/nodes?type=gateway');
      expect(body.nodes).toHaveLength(1);
      expect(body.nodes[0]).toMatchObject({ status: 'Ready', metrics: { memory: { capacity: expect.any(Number) } } });
      return body.nodes[0]?.pods.map((pod) => pod.name);
    }, 10_000);
    expect(pods).toContain(name);
  });
});

describe('the simulated fleet of the demo', () => {
  const fleet = async () => (await call<{ fleet: SimulatedFleet }>('GET', '/settings')).body.fleet;
  const nodes = async () => (await call<{ nodes: MonitoredNodeRow[] }>('GET', '/nodes?type=all')).body.nodes.length;

  it('is refused outside the demo, to everybody', async () => {
    expect(await call('PUT', '/fleet', { size: 'small' })).toMatchObject({
      status: 403,
      body: { message: 'A simulated fleet is for the demo, on the local cluster.' },
    });
    expect(await fleet()).toEqual({ isOffered: false, current: null });
    expect(await nodes()).toBe(1);
  });

  it('is put in and taken out by an operator of the demo, and seen by the console', async () => {
    const { config } = server.platform;
    config.demo = true;
    try {
      expect(await fleet()).toEqual({ isOffered: true, current: null });
      expect((await call('PUT', '/fleet', { size: 'huge' })).status).toBe(422);
      expect((await call('PUT', '/fleet', { size: 'small' }, user.token)).status).toBe(403);
      const put = await call<SimulatedFleet>('PUT', '/fleet', { size: 'small' });
      expect(put.body).toEqual({ isOffered: true, current: { nodes: 100, pods: 2_000 } });
      await vi.waitFor(async () => expect(await nodes()).toBe(101), 10_000);
      // Nothing checks these two against the contract but the compiler and this.
      const status = (await call<GatewayStatus>('POST', '/gateway-status')).body;
      expect(status.pods.length).toBeGreaterThan(1_000);
      expect(gatewayStatus.parse(status)).toEqual(status);
      const monitored = (await call<{ nodes: MonitoredNodeRow[] }>('GET', '/nodes?type=all')).body.nodes;
      expect(monitored.map((node) => monitoredNode.parse(node))).toEqual(monitored);
      expect((await call<SimulatedFleet>('PUT', '/fleet', { size: null })).body.current).toBeNull();
      await vi.waitFor(async () => expect(await nodes()).toBe(1), 10_000);
    } finally {
      config.demo = false;
    }
  });
});

describe('logs', () => {
  const log = (path: string) =>
    fetch(`${server.url}/api/cluster/namespaces/${server.namespace}/pods/${path}`, {
      headers: { authorization: `Bearer ${server.admin.token}` },
    });

  it('reads one container’s log with timestamps, and says what Kubernetes says when it cannot', async () => {
    const name = await server.createPod('talks', 'echo hello from the pod; sleep 60', ['one', 'two']);
    const stream = await follow();
    await stream.until((state) => named(state, name)?.ready === '2/2');
    stream.stop();
    const answer = await log(`${name}/log?container=one&tailLines=1000&timestamps=true`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z hello from the pod\n$/);
    const unclear = await log(`${name}/log`);
    expect(unclear.status).toBe(400);
    expect(await unclear.json()).toMatchObject({ message: expect.stringContaining('container') });
    expect((await log('never-was/log')).status).toBe(404);
  });

  it('follows a log as it is written', async () => {
    const name = await server.createPod('goes-on', 'while true; do echo tick; sleep 0.05; done');
    const stream = await follow();
    await stream.until((state) => named(state, name)?.status === 'Running');
    stream.stop();
    const answer = await log(`${name}/log?follow=true&tailLines=100`);
    let text = '';
    for await (const chunk of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.split('tick\n').length > 4) break;
    }
    expect(text).toMatch(/^(tick\n)+/);
  });
});
