import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SystemUnderTest } from './system-under-test.ts';

export interface Traffic {
  userId: string;
  workspaceId: string;
  engineIds: string[];
  /** Due time of the first message, by this machine's clock. */
  startsAtMs: number;
}

const CONNECT_TIMEOUT_MS = 300_000;

/**
 * Creates engines that are already linked, with their processes started by the reconciler as usual. Resolves when all
 * of them are connected.
 */
export async function createEngines(system: SystemUnderTest, count: number): Promise<Omit<Traffic, 'startsAtMs'>> {
  const [userId, workspaceId] = [randomUUID(), randomUUID()];
  await system.query(`insert into users (id, name, email) values ($1, 'Someone', $2)`, [
    userId,
    `${userId}@example.test`,
  ]);
  await system.query(`insert into workspaces (id, name, slug, zone, plan) values ($1, 'Ours', $2, 'UTC', 'pro')`, [
    workspaceId,
    workspaceId,
  ]);
  const made = await system.query<{ id: string }>(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired, phone_number)
     select uuidv7(), $1, $2, 'Engine ' || one, 'simulator', 'switchyard-gateways', 'initializing', 'running', '+4478' || (10000000 + one)
     from generate_series(1, $3::int) one returning id`,
    [workspaceId, userId, count],
  );
  const engineIds = made.map((row) => row.id);
  await system.query('insert into engine_lanes (engine_id) select unnest($1::uuid[])', [engineIds]);
  const began = performance.now();
  for (;;) {
    const [row] = await system.query<{ connected: number }>(
      `select count(*)::int as connected from engines where workspace_id = $1 and status = 'connected'`,
      [workspaceId],
    );
    if (row?.connected === count) return { userId, workspaceId, engineIds };
    if (performance.now() - began > CONNECT_TIMEOUT_MS) throw new Error(`${row?.connected} of ${count} connected`);
    await delay(500);
  }
}

/** Schedules messages, each with a unique text and recipient, spread evenly over the engines and the time. */
export async function scheduleMessages(
  system: SystemUnderTest,
  { userId, workspaceId, engineIds }: Omit<Traffic, 'startsAtMs'>,
  { messages, trafficMs, inMs }: { messages: number; trafficMs: number; inMs: number },
): Promise<Traffic> {
  const startsAtMs = Date.now() + inMs;
  await system.query(
    `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id)
     select uuidv7(), $1::uuid, ($2::uuid[])[1 + one % array_length($2::uuid[], 1)], 'Ann', '[]', '+44770' || (1000000 + one),
       'Message ' || one || ' of the run', at, '2026-01-01T00:00', 'UTC', at, '3EB0' || upper(substr(md5($1::uuid::text || one), 1, 18))
     from (select one, to_timestamp($3::float8 / 1000) + interval '1 millisecond' * ($4::float8 * one / $5::int) as at
       from generate_series(0, $5::int - 1) one) due`,
    [workspaceId, engineIds, startsAtMs, trafficMs, messages],
  );
  return { userId, workspaceId, engineIds, startsAtMs };
}

/** Counts the run's messages by status. */
export async function countStatuses(
  system: SystemUnderTest,
  { workspaceId }: Traffic,
): Promise<Record<string, number>> {
  const rows = await system.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from messages where workspace_id = $1 group by status',
    [workspaceId],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

/** Resolves when no message is pending or in flight, or when nothing has changed for `timeoutMs`. */
export async function untilSettled(system: SystemUnderTest, traffic: Traffic, timeoutMs: number): Promise<void> {
  let before = '';
  for (let since = performance.now(); performance.now() - since < timeoutMs; await delay(500)) {
    const counts = await countStatuses(system, traffic);
    if ((counts.pending ?? 0) + (counts.sending ?? 0) === 0) return;
    if (JSON.stringify(counts) !== before) since = performance.now();
    before = JSON.stringify(counts);
  }
}
