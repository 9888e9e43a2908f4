import type { ClusterRule, ClusterRuleMode } from '@switchyard/contracts/cluster/automation';
import type { PodDeletion } from '@switchyard/contracts/cluster/pod-deletions';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClusterServer, startClusterServer } from '../../../../test/cluster-server.ts';
import { depsOf } from '../../../platform/perform.ts';
import { auditEntries } from '../../audit/audit.schema.ts';
import { clusterRules, podDeletions } from '../cluster.schema.ts';
import { consoleOf } from '../console-of.ts';
import { findRuleMode, findRules } from './automation.queries.ts';
import { deleteByRule } from './delete-by-rule.ts';
import { runnerDeps } from './start-automation.ts';

const WAIT = { timeout: 10_000, interval: 20 };
let server: ClusterServer;
beforeAll(async () => {
  server = await startClusterServer();
});
afterEach(async () => {
  await server.database.db.delete(clusterRules);
  await server.database.db.delete(podDeletions);
});
afterAll(() => server.stop());

const call = <Body>(method: string, path: string, body?: unknown) =>
  server.call<Body>(method, `/api/cluster${path}`, body, { token: server.admin.token });
const setRule = async (rule: ClusterRule['rule'], mode: ClusterRuleMode) =>
  (await call<ClusterRule>('PUT', `/rules/${rule}`, { mode })).body;
const switches = () =>
  server.database.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'cluster-rule.set'))
    .orderBy(auditEntries.id);
const deletions = async (podName: string) =>
  (await call<{ data: PodDeletion[] }>('GET', `/deletions?podName=${podName}`)).body.data;

/** A pod with this status in the server's cluster state. */
async function podThat(name: string, script: string, status: string, namespace = server.namespace) {
  await server.createPod(name, script, undefined, namespace);
  const { clusterState } = await consoleOf(server.platform);
  return vi.waitFor(() => {
    const pod = clusterState.podNamed(namespace, name);
    expect(pod?.status).toBe(status);
    if (!pod) throw new Error('it is gone');
    return pod;
  }, WAIT);
}

/** Handles a pod like the worker. */
async function byRule(rule: ClusterRule['rule'], pod: Awaited<ReturnType<typeof podThat>>, isDryRun = false) {
  const [by] = (await findRules(server.database.db)).filter((found) => found.rule === rule);
  if (!by) throw new Error('nobody has switched it');
  const parts = { ...depsOf(server.platform), console: await consoleOf(server.platform) };
  return deleteByRule(parts, by, { rule, isDryRun, pod });
}

describe('automatic rules', () => {
  it('are off until somebody switches them on, which is shown and recorded', async () => {
    const before = (await switches()).length;
    const nobody = { mode: 'off', switchedBy: null, switchedAt: null, lastRunAt: null };
    expect((await call('GET', '/rules')).body).toEqual({
      rules: [
        { rule: 'auto-delete', ...nobody },
        { rule: 'memory-pressure', ...nobody },
      ],
    });
    expect(await setRule('auto-delete', 'dry-run')).toMatchObject({
      mode: 'dry-run',
      switchedBy: { email: server.admin.email },
      switchedAt: expect.any(String),
      lastRunAt: null,
    });
    expect((await call<{ rules: unknown }>('GET', '/rules')).body.rules).toMatchObject([
      { rule: 'auto-delete', mode: 'dry-run' },
      { rule: 'memory-pressure', mode: 'off' },
    ]);
    expect((await switches()).slice(before)).toMatchObject([{ subject: 'auto-delete', details: { mode: 'dry-run' } }]);
    expect((await call('PUT', '/rules/auto-delete', { mode: 'sometimes' })).status).toBe(422);
  });

  it('prevent screens from acting themselves, but not an operator', async () => {
    const pod = await podThat('both-want-it', 'exit 3', 'Error');
    await setRule('auto-delete', 'on');
    for (const path of ['/pods/delete', '/deletions']) {
      expect(await call('POST', path, { podName: pod.name, cause: 'auto-delete' })).toMatchObject({
        status: 409,
        body: { code: 'RULE_ACTS' },
      });
    }
    expect(await deletions(pod.name)).toEqual([]);
    await byRule('auto-delete', pod);
    expect(await deletions(pod.name)).toMatchObject([
      { cause: 'auto-delete', via: 'worker', outcome: 'deleted', actor: { email: server.admin.email } },
    ]);
    const other = await podThat('somebody-wants-it', 'exit 3', 'Error');
    expect((await call('POST', '/pods/delete', { podName: other.name })).status).toBe(200);
  });

  it('record a dry run once per pod, and delete nothing', async () => {
    await setRule('auto-delete', 'dry-run');
    const pod = await podThat('would-go', 'exit 3', 'Error');
    for (let round = 0; round < 3; round += 1) await byRule('auto-delete', pod, true);
    expect(await deletions(pod.name)).toMatchObject([{ outcome: 'would-have', via: 'worker', podStatus: 'Error' }]);
    const audit = await call<{ data: unknown[] }>('GET', `/audit?search=${pod.name}`);
    expect(audit.body.data).toMatchObject([{ action: 'pod.delete', outcome: 'would-have', via: 'worker' }]);
    expect((await call('POST', '/pods/delete', { podName: pod.name, uid: pod.uid })).status).toBe(200);
  });

  it('are off for the server and for screens once the person who switched them on is no longer an administrator', async () => {
    await setRule('auto-delete', 'on');
    expect(await findRuleMode(server.database.db, 'auto-delete')).toBe('on');
    const setRole = (role: string) =>
      server.database.pool.query('update users set role = $1 where email = $2', [role, server.admin.email]);
    await setRole('user');
    try {
      expect(await findRuleMode(server.database.db, 'auto-delete')).toBe('off');
    } finally {
      await setRole('admin');
    }
  });

  it('take no pod that is running again, whatever the cluster state says', async () => {
    await setRule('auto-delete', 'on');
    const pod = await podThat('runs', 'sleep 60', 'Running');
    await expect(byRule('auto-delete', { ...pod, status: 'Error' })).rejects.toMatchObject({
      code: 'POD_NOT_CANDIDATE',
    });
    expect(await deletions(pod.name)).toEqual([]);
  });

  it.each(['pods', 'nodes'] as const)('do nothing without a live feed of %s', async (kind) => {
    const { clusterState } = await consoleOf(server.platform);
    const { feed } = clusterState;
    const spy = vi.spyOn(clusterState, 'feed', 'get');
    spy.mockReturnValue({ ...feed, [kind]: { ...feed[kind], state: 'reconnecting' } });
    try {
      expect(await runnerDeps(server.platform).look()).toBeNull();
    } finally {
      spy.mockRestore();
    }
    expect(await runnerDeps(server.platform).look()).not.toBeNull();
  });

  it('never act on pods of other namespaces, where `deploy/` grants no right to delete; nor do screens', async () => {
    const { client } = server.platform.cluster ?? expect.unreachable();
    await client.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'others' } });
    const theirs = await podThat('theirs', 'exit 3', 'Error', 'others');
    const ours = await podThat('ours', 'exit 3', 'Error');
    const look = await vi.waitFor(async () => {
      const seen = await runnerDeps(server.platform).look();
      if (!seen?.nodes.length) throw new Error('not measured yet');
      return seen;
    }, WAIT);
    const uids = look.pods.map(({ uid }) => uid);
    expect([uids.includes(ours.uid), uids.includes(theirs.uid)]).toEqual([true, false]);
    const pinnedOf = new Map(look.nodes.flatMap(({ pods }) => pods.map(({ name, pinned }) => [name, pinned])));
    expect([pinnedOf.get('ours'), pinnedOf.get('theirs')]).toEqual([undefined, 'other namespace']);

    await setRule('auto-delete', 'on');
    await expect(byRule('auto-delete', theirs)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await setRule('auto-delete', 'off');
    const target = { podName: theirs.name, namespace: 'others' };
    for (const path of ['/pods/delete', '/deletions']) {
      const answer = await call('POST', path, { ...target, cause: 'auto-delete' });
      expect(answer).toMatchObject({
        status: 403,
        body: { message: `Rules act in namespace ${server.namespace} alone; nothing was deleted.` },
      });
    }
    expect(await deletions('theirs')).toEqual([]);
    // Kubernetes tells an operator whether they may.
    expect((await call('POST', '/pods/delete', target)).status).toBe(200);
  });
});

describe('two administrators with automatic mode on', () => {
  it('terminate one pod of a node per 20 minutes, although their browsers are independent', async () => {
    const pods = await Promise.all(['heavy-1', 'heavy-2'].map((name) => podThat(name, 'sleep 60', 'Running')));
    const answers = await Promise.all(
      pods.map(({ name }) =>
        call<{ code?: string }>('POST', '/pods/terminate', { podName: name, cause: 'memory-pressure' }),
      ),
    );
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'NODE_RESTS']);
    // Manually, one may continue.
    const left = pods[answers.findIndex(({ status }) => status !== 200)];
    expect(await call('POST', '/pods/terminate', { podName: left?.name })).toMatchObject({
      status: 200,
      body: { act: 'terminate', cause: 'manual' },
    });
  });

  it('start no cooldown after a signal that Kubernetes refused', async () => {
    const pod = await podThat('refused', 'sleep 60', 'Running');
    await server.database.db.insert(podDeletions).values({
      ...{ podName: 'x', namespace: 'x', podUid: 'x', nodeName: pod.nodeName, podStatus: 'Running' },
      ...{ cause: 'memory-pressure', act: 'terminate', via: 'api', outcome: 'failed', actorEmail: 'a@example.test' },
      actorId: await adminId(),
    });
    expect((await call('POST', '/pods/terminate', { podName: pod.name, cause: 'memory-pressure' })).status).toBe(200);
  });
});

async function adminId(): Promise<string> {
  const { rows } = await server.database.pool.query('select id from users where email = $1', [server.admin.email]);
  return rows[0].id;
}
