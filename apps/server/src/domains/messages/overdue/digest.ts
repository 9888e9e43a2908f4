import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { notify, settle } from '../../notifications/index.ts';
import { OVERDUE_HOLD } from '../holds/persistent-holds.ts';

const KIND = 'messages-wait';
const SUBJECT = 'digest:';
/** The hour of the workspace's day in which it is told. */
const HOUR = 8;
/** What waits for less than this will have gone before anybody reads of it. */
const LATE = sql`interval '1 hour'`;
/** Rows of one lane, or of one reason, are counted up to here: counting a million would cost more than it tells. */
const MAX_COUNTED = 10_000;

type Waiting = {
  workspace_id: string;
  /** The workspace's date. */
  today: string;
  asked: number;
  gone: number;
  homeless: number;
  out: number;
  limited: number;
};

const counted = (rows: ReturnType<typeof sql>) =>
  sql`(select count(*)::int from (select from messages m where m.status = 'pending' and ${rows} limit ${MAX_COUNTED}) counted)`;

/** Late rows of lanes that work, or do not. */
const inLanes = (isOut: boolean) => sql`(
  select coalesce(sum(${counted(sql`m.engine_id = lane.engine_id and m.claimable_at < now() - ${LATE}`)}), 0)::int
  from engines join engine_lanes lane on lane.engine_id = engines.id
  where engines.workspace_id = workspaces.id and (lane.out_since is not null) = ${isOut})`;

const WAITING = sql`
  select workspaces.id as workspace_id, (now() at time zone workspaces.zone)::date::text as today,
    ${counted(sql`m.workspace_id = workspaces.id and m.hold_rule = ${sql.raw(`'${OVERDUE_HOLD}'`)} and m.gone_engine is null`)} as asked,
    ${counted(sql`m.workspace_id = workspaces.id and m.gone_engine is not null and m.due_at < now() - ${LATE}`)} as gone,
    ${counted(sql`m.workspace_id = workspaces.id and m.engine_id is null and m.gone_engine is null and m.due_at < now() - ${LATE}`)} as homeless,
    ${inLanes(true)} as out, ${inLanes(false)} as limited
  from workspaces
  where extract(hour from now() at time zone workspaces.zone) = ${HOUR} and not exists (
    select from notifications told where told.workspace_id = workspaces.id and told.kind = ${KIND}
      and told.subject = ${SUBJECT} || (now() at time zone workspaces.zone)::date::text)`;

/**
 * Once a day, in the morning of each workspace, tells what waits for longer than an hour and why; nothing where nothing
 * does. The day before is settled by it.
 * @returns what is to be told after the commit
 */
export const notifyDigest = (db: Db): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<Waiting>(WAITING);
    const events: DomainEvent[] = [];
    for (const { workspace_id: workspaceId, today, ...waiting } of rows) {
      const { rows: before } = await tx.execute<{ subject: string }>(sql`
        select subject from notifications
        where workspace_id = ${workspaceId} and kind = ${KIND} and settled_at is null and starts_with(subject, ${SUBJECT})`);
      for (const { subject } of before) events.push(...(await settle(tx, { workspaceId, kind: KIND, subject })));
      const count = Object.values(waiting).reduce((sum, one) => sum + one, 0);
      if (count === 0) continue;
      const data = { count, reason: inWords(waiting) };
      const subject = SUBJECT + today;
      events.push(...(await notify(tx, { workspaceId, userId: null, kind: KIND, subject, data })));
    }
    return events;
  });

/** Why they wait, those first that a person must decide about. */
function inWords({ asked, gone, homeless, out, limited }: Omit<Waiting, 'workspace_id' | 'today'>): string {
  const parts: [number, string][] = [
    [asked, 'overdue: say whether they still go out'],
    [gone, 'of a number that is gone: choose another'],
    [homeless, 'without a number: connect one'],
    [out, 'of an engine that is off'],
    [limited, 'behind the limits of their engine'],
  ];
  return parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}.`] : [])).join(' ');
}
