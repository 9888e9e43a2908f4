import type { ClusterAct } from '@switchyard/contracts/cluster/audit-log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClusterServer, startClusterServer } from '../../../../test/cluster-server.ts';
import { newId } from '../../../platform/database/columns.ts';

let server: ClusterServer;
const engineId = newId();
const goneId = newId();

beforeAll(async () => {
  server = await startClusterServer();
  const { pool } = server.database;
  const { rows } = await pool.query(
    'select u.id, m.organization_id from users u join workspace_members m on m.user_id = u.id where u.email = $1',
    [server.admin.email],
  );
  const [{ id, organization_id }] = rows;
  await pool.query(
    `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace)
     values ($1, $2, $3, 'engine', 'simulator', 'connected', $4)`,
    [engineId, organization_id, id, server.namespace],
  );
  const deletion = (podName: string, cause: string, outcome: string, sessions: string[], at: string) =>
    pool.query(
      `insert into pod_deletions (id, pod_name, namespace, pod_uid, node_name, pod_status, sessions, cause, act, via, outcome, failure, actor_id, actor_email, created_at)
       values ($1, $2, 'gateways', 'u', 'node-7', 'Error', $3, $4, $10, 'worker', $5, $6, $7, $8, $9)`,
      [
        newId(),
        podName,
        JSON.stringify(sessions),
        cause,
        outcome,
        outcome === 'failed' ? 'forbidden' : null,
        id,
        server.admin.email,
        at,
        cause === 'memory-pressure' ? 'terminate' : 'delete',
      ],
    );
  await deletion('engine-1', 'manual', 'deleted', [engineId, goneId], '2026-01-01T10:00:00Z');
  await deletion('engine-2', 'auto-delete', 'failed', [], '2026-01-02T10:00:00Z');
  await deletion('engine_3', 'memory-pressure', 'would-have', [], '2026-01-03T10:00:00Z');
  const entry = (action: string, subject: string, at: string, workspaceId: string | null = null) =>
    pool.query(
      `insert into audit_entries (id, workspace_id, actor_id, actor_name, action, subject, details, created_at)
       values ($1, $2, $3, 'Olga Operator', $4, $5, '{"why":"full"}', $6)`,
      [newId(), workspaceId, id, action, subject, at],
    );
  await entry('node.cordon', 'node-7', '2026-01-02T12:00:00Z');
  // Not listed: a dry run, which has its own record; a view; an entry of one workspace.
  await entry('pod.would-delete', 'engine-1', '2026-01-01T10:00:00Z');
  await entry('pod.delete', 'engine-1', '2026-01-01T10:00:00Z');
  await entry('support.view', 'engine-1', '2026-01-01T10:00:00Z');
  await entry('message.cancel', 'engine-1', '2026-01-01T10:00:00Z', organization_id);
  // Entries of people's own accounts belong to no workspace either.
  await entry('account.sign-out', 'engine-1', '2026-01-01T10:00:00Z');
  await entry('notification.number', 'engine-1', '2026-01-01T10:00:00Z');
});
afterAll(() => server.stop());

const audit = async (query = '') =>
  (
    await server.call<{ data: ClusterAct[]; total: number }>('GET', `/api/cluster/audit${query}`, undefined, {
      token: server.admin.token,
    })
  ).body;
const subjects = async (query: string) => (await audit(query)).data.map((act) => act.subject);

it('lists every act, newest first: who, why, what it affected and how it ended', async () => {
  const { data, total } = await audit();
  expect(total).toBe(4);
  expect(data.map((act) => [act.action, act.subject, act.cause, act.outcome])).toEqual([
    ['pod.terminate', 'engine_3', 'memory-pressure', 'would-have'],
    ['node.cordon', 'node-7', null, 'done'],
    ['pod.delete', 'engine-2', 'auto-delete', 'failed'],
    ['pod.delete', 'engine-1', 'manual', 'deleted'],
  ]);
  expect(data[1]).toMatchObject({ actor: { name: 'Olga Operator' }, hit: [], details: { why: 'full' } });
  expect(data[2]).toMatchObject({ failure: 'forbidden', nodeName: 'node-7', actor: { name: server.admin.email } });
  expect(data[3]?.hit).toEqual([
    { engineId, user: expect.stringMatching(/./), exists: true },
    { engineId: goneId, user: '', exists: false },
  ]);
});

it('is paged and filtered', async () => {
  expect(await audit('?limit=1&skip=1')).toMatchObject({ total: 4, data: [{ subject: 'node-7' }] });
  expect(await subjects('?search=engine_')).toEqual(['engine_3']);
  expect(await subjects('?search=NODE-7')).toHaveLength(4);
  expect(await subjects('?search=olga')).toEqual(['node-7']);
  expect(await subjects('?cause=auto-delete')).toEqual(['engine-2']);
  expect(await subjects('?outcome=would-have')).toEqual(['engine_3']);
  expect(await subjects('?outcome=done')).toEqual(['node-7']);
  expect(await subjects('?outcome=failed')).toEqual(['engine-2']);
  expect(await subjects('?hit=some')).toEqual(['engine-1']);
  expect(await subjects('?from=2026-01-02T00:00:00Z&until=2026-01-03T00:00:00Z')).toEqual(['node-7', 'engine-2']);
});
