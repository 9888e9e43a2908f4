import { type LaneState, MAX_COUNTED } from '@switchyard/contracts/messages/lane';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { PresenceLookup } from '../../engines/index.ts';
import { explainHolds } from '../holds/explain-holds.ts';
import { messages } from '../messages.schema.ts';

/** Number of the workspace's latest messages searched for acknowledgements; an index serves them in order. */
const MAX_SEARCHED = 500;
const MAX_ACKNOWLEDGEMENTS = 10;

const countUpTo = (condition: string) =>
  `(select count(*)::int from (select from messages where engine_id = $1 and ${condition} limit ${MAX_COUNTED}) counted)`;

const COUNTS = `
  select ${countUpTo(`status = 'pending'`)} as pending,
    ${countUpTo(`status = 'pending' and claimable_at <= now()`)} as due,
    ${countUpTo(`status = 'sending'`)} as sending,
    ${countUpTo(`status = 'unknown'`)} as unknown`;

const LATEST = `
  select id, contact_name, ack, greatest(sent_at, delivered_at, read_at) as at
  from (
    select * from messages where workspace_id = $2 and not deleted and due_at <= now()
    order by due_at desc limit ${MAX_SEARCHED}
  ) latest
  where engine_id = $1 and ack > 0
  order by at desc nulls last limit ${MAX_ACKNOWLEDGEMENTS}`;

/** Reads what an engine's lane has to send, what holds it, and the latest acknowledgements. */
export async function readLaneState(
  { db, pool }: Database,
  engine: { id: string; workspaceId: string },
  presenceOf: PresenceLookup,
): Promise<LaneState> {
  const [counts, latest, [next]] = await Promise.all([
    pool.query<Pick<LaneState, 'pending' | 'due' | 'sending' | 'unknown'>>(COUNTS, [engine.id]),
    pool.query<{ id: string; contact_name: string; ack: number; at: Date | null }>(LATEST, [
      engine.id,
      engine.workspaceId,
    ]),
    db
      .select()
      .from(messages)
      .where(and(eq(messages.engineId, engine.id), eq(messages.status, 'pending')))
      .orderBy(asc(messages.claimableAt), asc(messages.id))
      .limit(1),
  ]);
  const { pending, due, sending, unknown } = counts.rows[0] ?? { pending: 0, due: 0, sending: 0, unknown: 0 };
  return {
    pending,
    due,
    sending,
    unknown,
    next: next
      ? {
          _id: next.id,
          contactName: next.contactName || next.recipient,
          dueDate: next.dueAt.toISOString(),
          holds: await explainHolds(pool, next, presenceOf),
        }
      : null,
    acknowledgements: latest.rows.flatMap(({ id, contact_name, ack, at }) =>
      at === null ? [] : [{ _id: id, contactName: contact_name, ack, at: at.toISOString() }],
    ),
  };
}
