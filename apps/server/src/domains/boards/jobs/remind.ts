import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addDays, instantAt } from '../../automations/index.ts';
import { notify } from '../../notifications/index.ts';
import { itemReminders } from '../plans.schema.ts';

const INTERVAL_MS = 30_000;
/** Reminders that are later than this, because no worker was running, are dropped. */
const MAX_LATE_MS = 86_400_000;
const MAX_AT_ONCE = 1_000;

interface Assigned extends Record<string, unknown> {
  item_id: string;
  board_id: string;
  workspace_id: string;
  user_id: string;
  zone: string;
  day: string;
  days_before: number;
  time: string;
  title: string;
}

/**
 * Reminds people of items assigned to them, at their local time. Records each reminder in the transaction that
 * notifies, so that each person is reminded once per date; safe on several workers at once.
 */
export const remindOfItems = (db: Db, now: Date): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    // A coarse date filter across all zones; the exact time is checked below.
    const { rows } = await tx.execute<Assigned>(sql`
      select i.id as item_id, b.id as board_id, b.workspace_id, assigned.user_id, coalesce(u.zone, w.zone) as zone,
        left(i.cells ->> due.id::text, 10) as day, p.remind_days_before as days_before, p.remind_at as time,
        coalesce(i.cells ->> title.id::text, '') as title
      from item_plans p
      join board_items i on i.id = p.item_id and i.deleted_at is null
      join boards b on b.id = i.board_id and b.deleted_at is null
      join workspaces w on w.id = b.workspace_id
      join board_columns title on title.board_id = b.id and title.is_title
      join lateral (select c.id from board_columns c where c.board_id = b.id and c.type = 'date' and c.deleted_at is null
        order by c.position, c.id limit 1) due on true
      left join lateral (select c.id, c.options from board_columns c where c.board_id = b.id and c.type = 'status' and c.deleted_at is null
        order by c.position, c.id limit 1) status on true
      join (select distinct item_id, user_id from item_people) assigned on assigned.item_id = i.id
      join users u on u.id = assigned.user_id
      join workspace_members m on m.user_id = u.id and m.organization_id = b.workspace_id
      where p.remind_at is not null
        and left(i.cells ->> due.id::text, 10) between to_char(${now}::timestamptz - interval '3 days', 'YYYY-MM-DD')
          and to_char(${now}::timestamptz + make_interval(days => p.remind_days_before + 2), 'YYYY-MM-DD')
        and not exists (select from jsonb_array_elements(status.options) o
          where o ->> 'id' = i.cells ->> status.id::text and (o ->> 'isDone')::boolean)
        and not exists (select from item_reminders r where r.item_id = i.id and r.user_id = u.id
          and r.day::text = left(i.cells ->> due.id::text, 10))
      order by i.id limit ${MAX_AT_ONCE}`);
    const events: DomainEvent[] = [];
    for (const { item_id: itemId, board_id, workspace_id: workspaceId, user_id: userId, zone, ...item } of rows) {
      const atMs = instantAt(addDays(item.day, -item.days_before), item.time, zone).getTime();
      if (atMs > now.getTime() || atMs < now.getTime() - MAX_LATE_MS) continue;
      const { day } = item;
      const noted = await tx
        .insert(itemReminders)
        .values({ itemId, userId, day })
        .onConflictDoNothing()
        .returning({ day: itemReminders.day });
      if (noted.length === 0) continue;
      const data = { id: `${board_id}?item=${itemId}`, name: item.title, reason: day };
      const subject = `${itemId} ${userId} ${day}`;
      events.push(...(await notify(tx, { workspaceId, userId, kind: 'item-due', subject, data })));
    }
    return events;
  });

/** Sends reminders until stopped. Role `worker`. */
export const startReminding = ({ database, events, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      events.dispatch(await remindOfItems(database.db, new Date()));
    } catch (error) {
      log.warn({ err: error }, 'people could not be reminded of items');
    }
    return INTERVAL_MS;
  });
