import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Stoppable } from '../../platform/domain.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { runRepeatedly } from '../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../platform/platform.ts';
import { notify, settle } from '../notifications/index.ts';
import { IN_BROWSER } from './engines.policy.ts';

const INTERVAL_MS = 15_000;
/** Outages shorter than this are not reported. */
const NOTIFY_AFTER_SECONDS = 300;
/** Any fixed number: one worker checks at a time, the others skip. */
const LOCK = 7_221_206;
const KIND = 'engine-off';

/**
 * Engines, except those in people's browsers, that were linked to a number, should be connected, and have no process
 * that says so. Syncing counts as connected.
 */
const IS_OFF = sql`
  engines.desired = 'running' and engines.phone_number is not null and engines.engine_type <> ${IN_BROWSER}
  and not (engines.status in ('connected', 'syncing') and coalesce(lane.expires_at > now(), false))`;

/**
 * Records which engines went down and came back, and notifies once about each outage longer than five minutes.
 * @returns the events to publish after the commit
 */
export const checkOutages = (db: Db): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const { rows: free } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as free`);
    if (!free[0]?.free) return [];
    await tx.execute(sql`
      delete from engine_outages outage using engines left join engine_lanes lane on lane.engine_id = engines.id
      where engines.id = outage.engine_id and not (${IS_OFF})`);
    await tx.execute(sql`
      insert into engine_outages (engine_id)
      select engines.id from engines left join engine_lanes lane on lane.engine_id = engines.id where ${IS_OFF}
      on conflict do nothing`);
    return [...(await settlePassed(tx)), ...(await notifyLasting(tx))];
  });

/** Settles notifications about engines that are back, stopped or deleted. */
async function settlePassed(tx: Db): Promise<DomainEvent[]> {
  const { rows } = await tx.execute<{ workspace_id: string; subject: string }>(sql`
    select workspace_id, subject from notifications where kind = ${KIND} and settled_at is null
      and not exists (select from engine_outages where engine_id::text = notifications.subject)`);
  const events: DomainEvent[] = [];
  for (const { workspace_id: workspaceId, subject } of rows) {
    events.push(...(await settle(tx, { workspaceId, kind: KIND, subject })));
  }
  return events;
}

async function notifyLasting(tx: Db): Promise<DomainEvent[]> {
  const { rows } = await tx.execute<{ engine_id: string; workspace_id: string; name: string; since: string }>(sql`
    update engine_outages outage set told_at = now() from engines
    where engines.id = outage.engine_id and outage.told_at is null
      and outage.since < now() - make_interval(secs => ${NOTIFY_AFTER_SECONDS})
    returning outage.engine_id, engines.workspace_id, engines.name, outage.since`);
  const events: DomainEvent[] = [];
  for (const { engine_id: id, workspace_id: workspaceId, name, since } of rows) {
    const data = { id, name, at: new Date(since).toISOString() };
    events.push(...(await notify(tx, { workspaceId, userId: null, kind: KIND, subject: id, data })));
  }
  return events;
}

/** Role `worker`: notifies people of engines that stay down. */
export const watchOutages = (platform: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      platform.events.dispatch(await checkOutages(platform.database.db));
    } catch (error) {
      platform.log.warn({ err: error }, 'outages could not be checked');
    }
    return INTERVAL_MS;
  });
