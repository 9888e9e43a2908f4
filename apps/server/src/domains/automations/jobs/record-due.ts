import { and, asc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { findWorkspace } from '../../workspaces/index.ts';
import { automationRuns, automations } from '../automations.schema.ts';
import { boardEffects, inboxEffects } from '../effects.ts';
import { addDays, dayAt, instantAt, nextMoment } from '../next-moment.ts';

const BATCH_SIZE = 100;
/** How late a date may trigger a run after a downtime. */
const MAX_LATE_MS = 2 * 86_400_000;

/** Triggers due schedules, each once however many moments were missed. */
export const recordSchedules = (db: Db, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(automations)
      .where(and(eq(automations.isActive, true), lte(automations.nextAt, now)))
      .orderBy(asc(automations.nextAt))
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true });
    for (const { id, workspaceId, trigger, nextAt, name } of due) {
      if (trigger.kind !== 'schedule' || nextAt === null) continue;
      const zone = (await findWorkspace(tx, workspaceId))?.zone ?? 'UTC';
      await tx.insert(automationRuns).values({
        workspaceId,
        automationId: id,
        subject: name,
        depth: 0,
        state: 'pending',
      });
      await tx
        .update(automations)
        .set({ nextAt: nextMoment(trigger, zone, now.getTime()) })
        .where(eq(automations.id, id));
    }
  });

/** Triggers automations on item dates, once for each date an item has had. */
export async function recordDates(db: Db, now: Date): Promise<void> {
  const rules = await db
    .select()
    .from(automations)
    .where(and(eq(automations.isActive, true), eq(automations.kind, 'dateReached')));
  for (const { id, workspaceId, boardId, trigger, activeSince } of rules) {
    if (trigger.kind !== 'dateReached') continue;
    const zone = (await findWorkspace(db, workspaceId))?.zone ?? 'UTC';
    const sinceMs = Math.max(activeSince.getTime(), now.getTime() - MAX_LATE_MS);
    const { columnId, daysBefore, time } = trigger;
    const from = addDays(dayAt(sinceMs, zone), daysBefore);
    const to = addDays(dayAt(now.getTime(), zone), daysBefore);
    const items = await boardEffects().itemsDated(db, boardId, columnId, from, to);
    const reached = items.filter(({ day }) => {
      const atMs = instantAt(addDays(day, -daysBefore), time, zone).getTime();
      return atMs >= sinceMs && atMs <= now.getTime();
    });
    if (reached.length === 0) continue;
    await db
      .insert(automationRuns)
      .values(
        reached.map(({ itemId, day, title }) => ({
          workspaceId,
          automationId: id,
          itemId,
          subject: title,
          moment: day,
          depth: 0,
          state: 'pending' as const,
        })),
      )
      .onConflictDoNothing();
  }
}

/** Triggers automations on customers' waiting times, once for each wait. */
export async function recordWaits(db: Db, now: Date): Promise<void> {
  const rules = await db
    .select()
    .from(automations)
    .where(and(eq(automations.isActive, true), eq(automations.kind, 'conversationWaiting')));
  for (const { id, workspaceId, trigger, activeSince } of rules) {
    if (trigger.kind !== 'conversationWaiting') continue;
    const waitMs = trigger.minutes * 60_000;
    const from = new Date(Math.max(activeSince.getTime(), now.getTime() - MAX_LATE_MS) - waitMs);
    const conversations = await inboxEffects().waiting(db, workspaceId, from, new Date(now.getTime() - waitMs));
    if (conversations.length === 0) continue;
    await db
      .insert(automationRuns)
      .values(
        conversations.map(({ id: conversationId, engineId, chat, since, name }) => ({
          ...{ workspaceId, automationId: id, subject: name, depth: 0, state: 'pending' as const },
          chat: { engineId, chat, text: '', message: null },
          moment: `${conversationId} ${since.toISOString()}`,
        })),
      )
      .onConflictDoNothing();
  }
}
