import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { recordset } from '../../../platform/database/recordset.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import { LoopShare } from '../../../platform/loop-share.ts';
import type { Platform } from '../../../platform/platform.ts';
import { notify, settle } from '../../notifications/index.ts';
import { afterBusinessTime } from '../business-time.ts';
import { noticeSubject } from '../change-conversation.ts';
import { conversationChanged } from '../inbox.events.ts';
import { conversations } from '../inbox.schema.ts';
import { readSettings } from '../inbox-settings.ts';

const INTERVAL_MS = 1_000;
/** Their rows are locked meanwhile, so incoming messages wait for them. */
const MAX_AT_ONCE = 100;
/** Warn when this fraction of the promised time has passed. */
const WARN_AFTER = 0.75;

interface WaitingRow extends Record<string, unknown> {
  id: string;
  workspace_id: string;
  version: number;
  waiting_ms: number | null;
}

/**
 * Calculates due times of conversations whose wait has begun or ended. Separate from the transaction that stores
 * messages, to keep that cheap. Safe on several workers at once.
 */
export const setDue = (db: Db): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<WaitingRow>(sql`
      select id, workspace_id, version, (extract(epoch from waiting_since) * 1000)::float8 as waiting_ms from conversations
      where waiting_since is distinct from due_for order by id limit ${MAX_AT_ONCE} for update skip locked`);
    const events: DomainEvent[] = [];
    const share = new LoopShare();
    for (const [workspaceId, waiting] of Map.groupBy(rows, (row) => row.workspace_id)) {
      const { replyWithinMinutes, hours } = await readSettings(tx, workspaceId);
      const promisedMs = replyWithinMinutes === null ? null : replyWithinMinutes * 60_000;
      const due: { id: string; dueAt: string | null; warnAt: string | null }[] = [];
      for (const { id, waiting_ms: fromMs } of waiting) {
        const isDue = fromMs !== null && promisedMs !== null;
        const after = (ms: number) => (isDue ? afterBusinessTime(fromMs, ms, hours) : null);
        const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
        due.push({ id, dueAt: iso(after(promisedMs ?? 0)), warnAt: iso(after((promisedMs ?? 0) * WARN_AFTER)) });
        // With hours open for a minute a week, this has to examine every day of a year.
        await share.pause();
      }
      await tx.execute(sql`
        update conversations c set due_for = c.waiting_since, due_at = t.due_at, warn_at = t.warn_at
        from ${recordset(conversations, due, 't')} where c.id = t.id`);
      if (promisedMs !== null) events.push(...waiting.map((row) => conversationChanged(workspaceId, row)));
    }
    return events;
  });

/** Warns once that an answer is almost due: notifies the assignee, else the team, else the admins. */
export const warnOfDue = (db: Db, now: Date): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; workspace_id: string; name: string; people: string[] }>(sql`
      with late as (
        select id from conversations where warn_at <= ${now} and status = 'open' order by warn_at limit ${MAX_AT_ONCE} for update skip locked
      ), warned as (
        update conversations c set warn_at = null from late where c.id = late.id returning c.*
      )
      select c.id, c.workspace_id, coalesce(contact.name, facts.subject, facts.push_name, c.chat) as name, case
        when c.assignee_id is not null then array[c.assignee_id::text]
        when exists (select from inbox_team_members tm where tm.team_id = c.team_id)
          then array(select tm.user_id::text from inbox_team_members tm where tm.team_id = c.team_id)
        else array(select m.user_id::text from workspace_members m where m.organization_id = c.workspace_id and m.role <> 'member') end as people
      from warned c
      left join contacts contact on contact.workspace_id = c.workspace_id and contact.mobile = c.chat
      left join chat_facts facts on facts.engine_id = c.engine_id and facts.chat = c.chat
      where c.waiting_since is not null and c.due_for = c.waiting_since`);
    const events: DomainEvent[] = [];
    for (const { id, workspace_id: workspaceId, name, people } of rows) {
      for (const userId of people) {
        const subject = noticeSubject(id, userId);
        const notice = { workspaceId, userId, kind: 'conversation-due' as const, subject, data: { id, name } };
        // An earlier warning was about an earlier wait.
        events.push(...(await settle(tx, notice)), ...(await notify(tx, notice)));
      }
    }
    return events;
  });

/** Keeps due times current until stopped. Role `worker`. */
export const startSettingDue = ({ database, events, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      events.dispatch(await setDue(database.db));
      events.dispatch(await warnOfDue(database.db, new Date()));
    } catch (error) {
      log.warn({ err: error }, 'inbox due times could not be calculated');
    }
    return INTERVAL_MS;
  });
