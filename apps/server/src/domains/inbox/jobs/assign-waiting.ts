import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordChatTriggers } from '../../automations/index.ts';
import { findChatName } from '../../chats/index.ts';
import { notify } from '../../notifications/index.ts';
import { chooseAssignee, readCandidates } from '../assignment.ts';
import { noticeSubject, shareMerged } from '../change-conversation.ts';
import { conversationChanged } from '../inbox.events.ts';
import { conversationEvents, conversations } from '../inbox.schema.ts';
import { readSettings } from '../inbox-settings.ts';

/** People who become free get work within two seconds. */
const INTERVAL_MS = 1_000;
const MAX_AT_ONCE = 200;

/** Assigns a workspace's waiting conversations, longest waiting first. */
const assignIn = (db: Db, workspaceId: string, now: Date): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    // Two workers at once would not see each other's assignments.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`assign ${workspaceId}`}))`);
    const settings = await readSettings(tx, workspaceId);
    const people = await readCandidates(tx, workspaceId, settings.capacity);
    const free = people.filter(({ isHere, load, capacity }) => isHere && load < capacity);
    if (free.length === 0) return [];
    const teamIds = [...new Set(free.flatMap((person) => person.teamIds))];
    const waits = and(
      eq(conversations.workspaceId, workspaceId),
      eq(conversations.status, 'open'),
      isNull(conversations.assigneeId),
      isNotNull(conversations.waitingSince),
      // A conversation that nobody can take must not block those behind it.
      or(isNull(conversations.teamId), inArray(conversations.teamId, teamIds)),
    );
    const waiting = await tx
      .select()
      .from(conversations)
      .where(waits)
      .orderBy(asc(conversations.waitingSince), asc(conversations.id))
      .limit(MAX_AT_ONCE)
      .for('update', { skipLocked: true });
    const events: DomainEvent[] = [];
    for (const row of waiting) {
      const chosen = chooseAssignee(row, settings, people, now.getTime());
      if (typeof chosen === 'string') continue;
      chosen.load += 1;
      const { id, engineId, chat } = row;
      const { userId, name } = chosen;
      const version = row.version + 1;
      await tx.update(conversations).set({ assigneeId: userId, version }).where(eq(conversations.id, id));
      await shareMerged(tx, id);
      await tx
        .insert(conversationEvents)
        .values({ workspaceId, conversationId: id, kind: 'assigned', details: { name } });
      const triggers = await recordChatTriggers(tx, [
        { workspaceId, kind: 'conversationAssigned', chat: { engineId, chat, text: '', message: null } },
      ]);
      const data = { id, name: (await findChatName(tx, { workspaceId, engineId, chat })) ?? chat };
      const subject = noticeSubject(id, userId);
      events.push(conversationChanged(workspaceId, { id, version }), ...triggers);
      events.push(...(await notify(tx, { workspaceId, userId, kind: 'conversation-assigned', subject, data })));
    }
    return events;
  });

/** Assigns waiting conversations to free people in every workspace with automatic assignment. */
export async function assignWaiting(db: Db, now: Date): Promise<DomainEvent[]> {
  const { rows } = await db.execute<{ workspace_id: string }>(sql`
    select s.workspace_id from inbox_settings s where s.assigns_itself and exists (
      select from conversations c where c.workspace_id = s.workspace_id and c.status = 'open' and c.assignee_id is null and c.waiting_since is not null)
    and exists (select from inbox_people p where p.workspace_id = s.workspace_id and p.here_at > now() - interval '2 minutes')`);
  const events: DomainEvent[] = [];
  for (const { workspace_id } of rows) events.push(...(await assignIn(db, workspace_id, now)));
  return events;
}

/** Assigns conversations until stopped. Role `worker`. */
export const startAssigning = ({ database, events, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      events.dispatch(await assignWaiting(database.db, new Date()));
    } catch (error) {
      log.warn({ err: error }, 'conversations could not be assigned');
    }
    return INTERVAL_MS;
  });
