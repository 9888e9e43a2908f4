import { type GatewayStatus, gatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import type { MonitoredNodeRow } from '@switchyard/contracts/cluster/monitored-nodes';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { describe, expect, it, vi } from 'vitest';
import { useCluster } from '../../../test/cluster-rig.ts';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { newId } from '../../platform/database/columns.ts';
import { LeaseRenewals } from '../engines/lease-renewals.ts';

const rig = useCluster();
const { call, seenPod } = rig;

interface Refresh {
  sessions: EngineSessionRow[];
  isWhole: boolean;
  total: number;
}

describe('gateway status, sessions and nodes', () => {
  it('relates sessions to pods (spec 001 sections 3 and 4)', async () => {
    const { name } = await seenPod('serves-a-session', 'sleep 60');
    const { rows: owners } = await rig.server.database.pool.query(
      'select u.id, m.organization_id from users u join workspace_members m on m.user_id = u.id where u.email = $1',
      [rig.server.admin.email],
    );
    const [owner] = owners;
    for (const podName of [name, 'a-pod-that-is-gone', null]) {
      await rig.server.database.pool.query(
        `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace, pod_name)
         values ($1, $2, $3, 'engine', 'simulator', 'connected', $4, $5)`,
        [newId(), owner.organization_id, owner.id, rig.server.namespace, podName],
      );
    }
    const { body } = await call<GatewayStatus>('POST', '/gateway-status');
    const pod = body.pods.find((pod) => pod.name === name);
    expect(pod).toMatchObject({ statusString: 'Running', readyState: '1/1' });
    expect(pod?.sessions).toMatchObject([{ podId: name, podExists: true, user: { email: rig.server.admin.email } }]);
    expect(body.allSessions).toHaveLength(3);
    expect(body.sessionsWithoutPods.map((sessionsWithoutPod) => sessionsWithoutPod.podId).sort()).toEqual([
      'a-pod-that-is-gone',
      null,
    ]);
    expect(body.deploymentTypeMap['switchyard-engine']).toBe(body.pods.length);
    expect(gatewayStatus.parse(body)).toEqual(body);

    const page = await call<{ data: EngineSessionRow[]; total: number }>(
      'GET',
      '/sessions?limit=2&skip=2&sort=-updatedAt',
    );
    expect(page.body).toMatchObject({ total: 3, data: [{ podExists: expect.any(Boolean) }] });
    expect((await call('GET', '/sessions?sort=email')).status).toBe(422);
    await rig.server.database.pool.query('delete from engines');
  });

  it('shows the effective status of a session, not the last reported one (spec 000 section 4.1)', async () => {
    const { pool } = rig.server.database;
    const lane = await createLaneFixture(rig.server.database);
    const generation = await lane.lease('pod-a');
    await pool.query('update engines set status_generation = $2 where id = $1', [lane.engineId, generation]);
    const newest = async () =>
      (await pool.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]?.at.toISOString() ?? '';
    const shown = async (since: string) => {
      const ofThis = (rows: { engineId: string; status: string }[] = []) =>
        rows.find(({ engineId }) => engineId === lane.engineId)?.status;
      const [status, page, found, changed] = await Promise.all([
        call<GatewayStatus>('POST', '/gateway-status'),
        call<{ data: EngineSessionRow[] }>('GET', '/sessions?limit=100'),
        call<{ sessions: { engineId: string; status: string }[] }>('GET', `/find?text=${lane.engineId}`),
        call<Refresh>('GET', `/refresh?since=${since}`),
      ]);
      return [
        ofThis(status.body.allSessions),
        ofThis(page.body.data),
        ofThis(found.body.sessions),
        ofThis(changed.body.sessions),
      ];
    };
    const beforeSilence = await newest();
    expect(await shown(beforeSilence)).toEqual(['connected', 'connected', 'connected', undefined]);
    // Its process hangs: nobody reports that, but its lease expires.
    await lane.setLane({ expires_at: 'clock_timestamp()' });
    expect(await shown(beforeSilence)).toEqual(['disconnected', 'disconnected', 'disconnected', 'disconnected']);
    // It continues under the same lease.
    const beforeReturn = await newest();
    expect((await shown(beforeReturn))[3]).toBeUndefined();
    await new LeaseRenewals(pool).renew(lane.identity, generation);
    expect(await shown(beforeReturn)).toEqual(['connected', 'connected', 'connected', 'connected']);
    await pool.query('delete from engines');
  });

  it('returns changed sessions and their total to a screen that follows the stream', async () => {
    const refresh = async (since: string) => (await call<Refresh>('GET', `/refresh${since}`)).body;
    expect(await refresh('')).toMatchObject({
      sessions: [],
      isWhole: true,
      total: 0,
      feed: { pods: { state: 'live' } },
    });
    const ids = Array.from({ length: 201 }, newId);
    await rig.server.database.pool.query(
      `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace, pod_name, updated_at)
       select one.id, m.organization_id, u.id, 'engine', 'simulator', 'connected', $1, 'pod', '2020-01-01T00:00:00Z'::timestamptz + one.at * interval '1 minute'
       from unnest($2::uuid[]) with ordinality as one (id, at), users u join workspace_members m on m.user_id = u.id
       where u.email = $3`,
      [rig.server.namespace, ids, rig.server.admin.email],
    );
    try {
      const first = await refresh('?since=2020-01-01T00:00:00Z');
      expect(first.sessions.map((session) => session._id)).toEqual(ids.slice(0, 200));
      expect(first).toMatchObject({ isWhole: false, total: 201 });
      expect(JSON.stringify(first).length).toBeLessThan(100_000);
      const later = await refresh('?since=2020-01-01T03:20:00Z');
      expect(later.sessions.map((session) => session._id)).toEqual([ids[200]]);
      expect(later.isWhole).toBe(true);
    } finally {
      await rig.server.database.pool.query('delete from engines');
    }
  });

  it('lists nodes with their pods for the monitor (spec 001 section 3)', async () => {
    const name = await rig.server.createPod('monitored', 'sleep 60');
    const pods = await vi.waitFor(async () => {
      const { body } = await call<{ nodes: MonitoredNodeRow[] }>('GET', '/nodes?type=gateway');
      expect(body.nodes).toHaveLength(1);
      expect(body.nodes[0]).toMatchObject({ status: 'Ready', metrics: { memory: { capacity: expect.any(Number) } } });
      return body.nodes[0]?.pods.map((pod) => pod.name);
    }, 10_000);
    expect(pods).toContain(name);
  });
});
