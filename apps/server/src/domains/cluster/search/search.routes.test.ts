import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ClusterServer, startClusterServer } from '../../../../test/cluster-server.ts';
import { newId } from '../../../platform/database/columns.ts';

let server: ClusterServer;
const engineId = newId();
beforeAll(async () => {
  server = await startClusterServer();
  const { pool } = server.database;
  await pool.query(
    `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace, pod_name)
     select $1, m.organization_id, u.id, 'engine', 'simulator', 'connected', 'gateways', 'engine-100_percent'
     from users u join workspace_members m on m.user_id = u.id where u.email = $2`,
    [engineId, server.admin.email],
  );
});
afterAll(() => server.stop());

interface Found {
  pods: { name: string; status: string }[];
  nodes: { name: string }[];
  sessions: { engineId: string; user: string }[];
}
const find = async (text: string) =>
  (
    await server.call<Found>('GET', `/api/cluster/find?text=${encodeURIComponent(text)}`, undefined, {
      token: server.admin.token,
    })
  ).body;

it('finds pods by part of their name: those that begin with it first, and troubled ones before others', async () => {
  for (const name of ['finds-a', 'finds-b', 'the-finds']) await server.createPod(name, 'sleep 60');
  await server.createPod('finds-c', 'exit 1');
  await vi.waitFor(
    async () => {
      const { pods } = await find('FINDS');
      expect(pods.map((pod) => [pod.name, pod.status])).toEqual([
        ['finds-c', 'Error'],
        ['finds-a', 'Running'],
        ['finds-b', 'Running'],
        ['the-finds', 'Running'],
      ]);
    },
    { timeout: 20_000, interval: 50 },
  );
});

it('finds sessions by user, pod and id, and treats no character as a pattern', async () => {
  for (const text of [server.admin.email, engineId.slice(0, 13), '100_percent']) {
    expect((await find(text)).sessions).toMatchObject([{ engineId }]);
  }
  expect((await find('100%percent')).sessions).toEqual([]);
  expect((await find('100xpercent')).sessions).toEqual([]);
});
