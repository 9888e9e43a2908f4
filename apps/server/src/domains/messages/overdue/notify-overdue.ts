import { text } from '@switchyard/contracts/text/text';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { notify, settle } from '../../notifications/index.ts';
import { messagesStale } from '../messages.events.ts';
import { OVERDUE_COUNTS } from './overdue-groups.ts';

/** Advisory lock id: one worker checks at a time, the others skip. */
const LOCK = 7_221_207;
const KIND = 'messages-wait';
/** Subject prefix of this file's notifications; others of the kind are left alone. */
const SUBJECT = 'overdue:';

type OverdueCount = { workspace_id: string; subject: string; name: string | null; count: number };

/**
 * Notifies workspaces of new questions about overdue messages, once per question, until it is answered.
 * @returns events to publish after the commit
 */
export const notifyOverdue = (db: Db): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const { rows: free } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as free`);
    if (!free[0]?.free) return [];
    const { rows: questions } = await tx.execute<OverdueCount>(sql`
      select overdue.workspace_id, ${SUBJECT} || coalesce(overdue.campaign, overdue.engine_id::text) as subject,
        coalesce(overdue.campaign, engines.name) as name, overdue.count
      from (${OVERDUE_COUNTS}) overdue left join engines on engines.id = overdue.engine_id`);
    const { rows: open } = await tx.execute<{ workspace_id: string; subject: string }>(sql`
      select workspace_id, subject from notifications
      where kind = ${KIND} and settled_at is null and starts_with(subject, ${SUBJECT})`);
    const keyOf = (row: { workspace_id: string; subject: string }) => `${row.workspace_id} ${row.subject}`;
    const [current, notified] = [new Set(questions.map(keyOf)), new Set(open.map(keyOf))];
    const events: DomainEvent[] = [];
    for (const notification of open) {
      if (current.has(keyOf(notification))) continue;
      const { workspace_id: workspaceId, subject } = notification;
      events.push(...(await settle(tx, { workspaceId, kind: KIND, subject })));
    }
    for (const question of questions) {
      if (notified.has(keyOf(question))) continue;
      const { workspace_id: workspaceId, subject, name, count } = question;
      const reason = text('overdueTold', { engine: name ?? 'an engine' });
      const data = { count, reason, ...(name !== null && { name }) };
      events.push(...(await notify(tx, { workspaceId, userId: null, kind: KIND, subject, data })));
      events.push(messagesStale(workspaceId));
    }
    return events;
  });
