import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { notify, settle } from '../../notifications/index.ts';
import { OVERDUE_HOLD } from '../holds/persistent-holds.ts';

const KIND = 'messages-wait';
const SUBJECT = 'digest:';
/** Hour of the workspace's day at which the digest is sent. */
const HOUR = 8;
/** Messages waiting for less than this will be gone before anybody reads the digest. */
const LATE = sql`interval '1 hour'`;
/** Maximum rows counted per lane or reason: counting a million would cost more than it is worth. */
const MAX_COUNTED = 10_000;

type WaitingCounts = {
  workspace_id: string;
  /** The workspace's date. */
  today: string;
  asked: number;
  gone: number;
  homeless: number;
  out: number;
  limited: number;
};

const countUpTo = (rows: ReturnType<typeof sql>) =>
  sql`(select count(*)::int from (select from messages m where m.status = 'pending' and ${rows} limit ${MAX_COUNTED}) counted)`;

/** Late rows in lanes that are down (`isOut`) or working. */
const inLanes = (isOut: boolean) => sql`(
  select coalesce(sum(${countUpTo(sql`m.engine_id = lane.engine_id and m.claimable_at < now() - ${LATE}`)}), 0)::int
  from engines join engine_lanes lane on lane.engine_id = engines.id
  where engines.workspace_id = workspaces.id and (lane.out_since is not null) = ${isOut})`;

const WAITING = sql`
  select workspaces.id as workspace_id, (now() at time zone workspaces.zone)::date::text as today,
    ${countUpTo(sql`m.workspace_id = workspaces.id and m.hold_rule = ${sql.raw(`'${OVERDUE_HOLD}'`)} and m.gone_engine is null`)} as asked,
    ${countUpTo(sql`m.workspace_id = workspaces.id and m.gone_engine is not null and m.due_at < now() - ${LATE}`)} as gone,
    ${countUpTo(sql`m.workspace_id = workspaces.id and m.engine_id is null and m.gone_engine is null and m.due_at < now() - ${LATE}`)} as homeless,
    ${inLanes(true)} as out, ${inLanes(false)} as limited
  from workspaces
  where extract(hour from now() at time zone workspaces.zone) = ${HOUR} and not exists (
    select from notifications sent where sent.workspace_id = workspaces.id and sent.kind = ${KIND}
      and sent.subject = ${SUBJECT} || (now() at time zone workspaces.zone)::date::text)`;

/**
 * Notifies each workspace once a day, in its morning, of messages that have waited for more than an hour, and why.
 * Sends nothing if there are none. Settles the digest of the day before.
 * @returns events to publish after the commit
 */
export const notifyDigest = (db: Db): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<WaitingCounts>(WAITING);
    const events: DomainEvent[] = [];
    for (const { workspace_id: workspaceId, today, ...waiting } of rows) {
      const { rows: before } = await tx.execute<{ subject: string }>(sql`
        select subject from notifications
        where workspace_id = ${workspaceId} and kind = ${KIND} and settled_at is null and starts_with(subject, ${SUBJECT})`);
      for (const { subject } of before) events.push(...(await settle(tx, { workspaceId, kind: KIND, subject })));
      const count = Object.values(waiting).reduce((sum, number) => sum + number, 0);
      if (count === 0) continue;
      const data = { count, reason: describeReasons(waiting) };
      const subject = SUBJECT + today;
      events.push(...(await notify(tx, { workspaceId, userId: null, kind: KIND, subject, data })));
    }
    return events;
  });

/** Describes why messages wait; reasons that need a decision come first. */
function describeReasons(counts: Omit<WaitingCounts, 'workspace_id' | 'today'>): string {
  const { asked, gone, homeless, out, limited } = counts;
  const parts: [number, string][] = [
    [asked, 'overdue: say whether they still go out'],
    [gone, 'of a number that is gone: choose another'],
    [homeless, 'without a number: connect one'],
    [out, 'of an engine that is off'],
    [limited, 'behind the limits of their engine'],
  ];
  return parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}.`] : [])).join(' ');
}
