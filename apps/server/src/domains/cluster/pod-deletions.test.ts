import type { PodDeletion } from '@switchyard/contracts/cluster/pod-deletions';
import type { Pod } from '@switchyard/kubernetes/objects';
import { describe, expect, it, vi } from 'vitest';
import { podNamed, useCluster } from '../../../test/cluster-rig.ts';
import { newId } from '../../platform/database/columns.ts';
import type { KubernetesClient } from '../../platform/kubernetes/client.ts';

const rig = useCluster();
const { call, deletions, follow, seenPod } = rig;

describe('deleting pods', () => {
  it('is recorded: who, what, why, and the outcome', async () => {
    const { name, row } = await seenPod('deleted', 'sleep 60');
    const uid = row?.uid;
    const answer = await call<PodDeletion>('POST', '/pods/delete', { podName: name, uid, cause: 'consolidation' });
    expect(answer.status).toBe(200);
    expect(await deletions(name)).toEqual([answer.body]);
    expect(answer.body).toMatchObject({
      podName: name,
      podUid: uid,
      podStatus: 'Running',
      namespace: rig.server.namespace,
      cause: 'consolidation',
      via: 'api',
      outcome: 'deleted',
      failure: null,
      actor: { email: rig.server.admin.email },
    });
  });

  it('reports that a pod is gone (404) or replaced by a namesake (409), and deletes nothing', async () => {
    expect(await call('POST', '/pods/delete', { podName: 'never-was' })).toMatchObject({
      status: 404,
      body: { code: 'POD_GONE' },
    });
    const { name } = await seenPod('namesake', 'sleep 60', Boolean);
    expect(await call('POST', '/pods/terminate', { podName: name, uid: 'the one before' })).toMatchObject({
      status: 409,
      body: { code: 'POD_REPLACED' },
    });
    expect(await deletions(name)).toEqual([]);
  });

  it.each(['delete', 'terminate'])(
    '%s: leaves a namesake alone that replaces the pod between the check and the deletion',
    async (act) => {
      const { name } = await seenPod(`replaced-meanwhile-${act}`, 'sleep 60');
      const client = rig.server.platform.cluster?.client as KubernetesClient;
      const path = client.path('pods', rig.server.namespace, name);
      const original = client.delete.bind(client);
      const spy = vi.spyOn(client, 'delete').mockImplementationOnce(async (...asked) => {
        await original(path, { gracePeriodSeconds: 0 });
        await rig.server.createPod(name, 'sleep 60');
        return original(...asked);
      });
      const answer = await call('POST', `/pods/${act}`, { podName: name, cause: 'consolidation' });
      expect(answer).toMatchObject({ status: 409, body: { code: 'POD_REPLACED' } });
      expect((await client.get<Pod>(path)).metadata.deletionTimestamp).toBeUndefined();
      expect(await deletions(name)).toMatchObject([{ outcome: 'failed' }]);
      spy.mockRestore();
    },
  );

  /** A failed pod and a running one, both in the server's cluster state. */
  async function failedAndRunning() {
    const failed = await rig.server.createPod(`failed-${newId()}`, 'exit 3');
    const running = await rig.server.createPod(`running-${newId()}`, 'sleep 60');
    const stream = await follow();
    await stream.until(
      (state) => podNamed(state, failed)?.status === 'Error' && podNamed(state, running)?.status === 'Running',
    );
    stream.stop();
    return { failed, running };
  }
  async function withSession<Result>(podName: string, act: (sessionId: string) => Promise<Result>): Promise<Result> {
    const id = newId();
    await rig.server.database.pool.query(
      `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace, pod_name)
       select $1, m.organization_id, u.id, 'engine', 'simulator', 'connected', $2, $3
       from users u join workspace_members m on m.user_id = u.id where u.email = $4`,
      [id, rig.server.namespace, podName, rig.server.admin.email],
    );
    return act(id).finally(() => rig.server.database.pool.query('delete from engines where id = $1', [id]));
  }
  const refusedAs = (code: string, message: unknown) => ({ status: 409, body: { code, message } });

  it("decides auto-delete and candidates by the pod's current state: never one that runs or serves a session", async () => {
    const { failed, running } = await failedAndRunning();
    for (const path of ['/pods/delete', '/deletions']) {
      for (const changes of [{ cause: 'auto-delete' }, { onlyCandidate: true }]) {
        expect(await call('POST', path, { podName: running, ...changes })).toMatchObject(
          refusedAs('POD_NOT_CANDIDATE', 'The pod is Running; nothing was deleted.'),
        );
        const answer = await withSession(failed, () => call('POST', path, { podName: failed, ...changes }));
        expect(answer).toMatchObject(refusedAs('POD_NOT_CANDIDATE', expect.stringContaining('1 session')));
      }
    }
    expect([await deletions(running), await deletions(failed)]).toEqual([[], []]);
    // A browser deletes it by its own call, in exactly the state that the server checked.
    const announced = await call('POST', '/deletions', { podName: failed, cause: 'auto-delete' });
    expect(announced.body).toMatchObject({ via: 'proxy', resourceVersion: expect.stringMatching(/^\d+$/) });
    const deleted = await call('POST', '/pods/delete', { podName: failed, cause: 'auto-delete' });
    expect(deleted).toMatchObject({ status: 200, body: { podStatus: 'Error', sessions: [], outcome: 'deleted' } });
  });

  it('excludes ended pods from the memory rule', async () => {
    const { failed } = await failedAndRunning();
    expect(await call('POST', '/pods/terminate', { podName: failed, cause: 'memory-pressure' })).toMatchObject(
      refusedAs('POD_NOT_CANDIDATE', 'The pod is Error; nothing was deleted.'),
    );
  });

  it('keeps a pod with a session that the confirming person was not shown', async () => {
    const { running } = await failedAndRunning();
    await withSession(running, async (id) => {
      const shown = (shownSessions: string[]) => call('POST', '/pods/delete', { podName: running, shownSessions });
      expect(await shown([])).toMatchObject(refusedAs('SESSIONS_CHANGED', expect.any(String)));
      expect(await deletions(running)).toEqual([]);
      expect(await shown([id])).toMatchObject({ status: 200, body: { sessions: [id] } });
    });
  });

  it('records a deletion by proxy before it is made, and settles it once', async () => {
    const { name } = await seenPod('by-proxy', 'sleep 60', Boolean);
    const { body } = await call<PodDeletion>('POST', '/deletions', { podName: name });
    expect(body).toMatchObject({ via: 'proxy', outcome: 'requested', cause: 'manual', resourceVersion: null });
    await call('PATCH', `/deletions/${body._id}`, { outcome: 'failed', failure: 'proxy away' });
    const settled = await call<PodDeletion>('PATCH', `/deletions/${body._id}`, { outcome: 'deleted' });
    expect(settled.body).toMatchObject({ outcome: 'failed', failure: 'proxy away' });
    expect((await call('PATCH', `/deletions/${newId()}`, { outcome: 'deleted' })).status).toBe(404);
  });

  it('records a deletion made by proxy during an outage once, with its time', async () => {
    const name = `gone-${newId()}`;
    const report = {
      ...{ podName: name, namespace: rig.server.namespace, podUid: newId(), nodeName: 'node-1', podStatus: 'Error' },
      ...{ sessions: ['s-1'], cause: 'manual', outcome: 'deleted', at: '2026-11-28T12:00:00.000Z' },
    };
    const { body, status } = await call<PodDeletion>('POST', '/deletions/reports', report);
    expect(status).toBe(200);
    const { at, ...rest } = report;
    expect(body).toMatchObject({ ...rest, act: 'delete', via: 'proxy', failure: null, createdAt: at });
    expect(body.actor.email).toBe(rig.server.admin.email);
    expect((await call('POST', '/deletions/reports', report)).body).toEqual(body);
    expect(await deletions(name)).toEqual([body]);
    const ahead = { ...report, podUid: newId(), at: '2999-01-01T00:00:00.000Z' };
    const late = await call<PodDeletion>('POST', '/deletions/reports', ahead);
    expect(Date.parse(late.body.createdAt)).toBeLessThanOrEqual(Date.now());
    const byRule = { ...report, cause: 'auto-delete' };
    expect(await call('POST', '/deletions/reports', byRule)).toMatchObject({
      status: 422,
      body: { data: { faults: [{ field: 'cause' }] } },
    });
  });

  it('names the field of an invalid request', async () => {
    expect(await call('POST', '/pods/delete', { podName: '', cause: 'boredom' })).toMatchObject({
      status: 422,
      body: { data: { faults: [{ field: 'podName' }, { field: 'cause' }] } },
    });
  });
});
