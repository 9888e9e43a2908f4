import { text } from '@switchyard/contracts/text/text';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { notify, settle } from '../../notifications/index.ts';
import { messagesStale } from '../messages.events.ts';
import { ASKED_BY } from './overdue-groups.ts';

/** Any fixed number: one worker looks at a time, the others leave it to that one. */
const LOCK = 7_221_207;
const KIND = 'messages-wait';
/** Subjects of this file; others of the kind are not touched. */
const SUBJECT = 'overdue:';

type Question = { workspace_id: string; subject: string; name: string | null; count: number };

/**
 * Tells people of questions about overdue messages that nobody was told of: once a question, until it is answered.
 * @returns what is to be told after the commit
 */
export const notifyOverdue = (db: Db): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const { rows: free } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as free`);
    if (!free[0]?.free) return [];
    const { rows: asked } = await tx.execute<Question>(sql`
      select asked.workspace_id, ${SUBJECT} || coalesce(asked.campaign, asked.engine_id::text) as subject,
        coalesce(asked.campaign, engines.name) as name, asked.count
      from (${ASKED_BY}) asked left join engines on engines.id = asked.engine_id`);
    const { rows: open } = await tx.execute<{ workspace_id: string; subject: string }>(sql`
      select workspace_id, subject from notifications
      where kind = ${KIND} and settled_at is null and starts_with(subject, ${SUBJECT})`);
    const key = (one: { workspace_id: string; subject: string }) => `${one.workspace_id} ${one.subject}`;
    const [isAsked, isTold] = [new Set(asked.map(key)), new Set(open.map(key))];
    const events: DomainEvent[] = [];
    for (const one of open) {
      if (isAsked.has(key(one))) continue;
      events.push(...(await settle(tx, { workspaceId: one.workspace_id, kind: KIND, subject: one.subject })));
    }
    for (const one of asked) {
      if (isTold.has(key(one))) continue;
      const { workspace_id: workspaceId, subject, name, count } = one;
      const reason = text('overdueTold', { engine: name ?? 'an engine' });
      const data = { count, reason, ...(name !== null && { name }) };
      events.push(...(await notify(tx, { workspaceId, userId: null, kind: KIND, subject, data })));
      events.push(messagesStale(workspaceId));
    }
    return events;
  });
