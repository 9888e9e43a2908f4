import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { creditsNearLimit } from '../billing/index.ts';
import { notifications } from './notifications.schema.ts';
import { notify, settle } from './notify.ts';

const KIND = 'limit-near';
const subjectOf = (month: string) => `credits ${month}`;

/**
 * Notifies owners and admins once a month that their workspace's credits are running out; settles it when the month
 * ends or the plan is upgraded.
 * @returns the events to publish after the commit
 */
export const notifyCreditLimits = (db: Db): Promise<DomainEvent[]> =>
  db.transaction(async (tx) => {
    const events = await settleOfEarlierMonths(tx);
    let afterId: string | null = null;
    do {
      const page = await creditsNearLimit(tx, afterId);
      afterId = page.at(-1)?.workspaceId ?? null;
      for (const { workspaceId, month, spent, limit, isNear } of page) {
        const notice = { workspaceId, kind: KIND, subject: subjectOf(month) } as const;
        if (!isNear || limit === null) events.push(...(await settle(tx, notice)));
        else {
          const data = { name: 'Credits of this month', count: spent, limit };
          events.push(...(await notify(tx, { ...notice, userId: null, data })));
        }
      }
    } while (afterId !== null);
    return events;
  });

async function settleOfEarlierMonths(tx: Db): Promise<DomainEvent[]> {
  const now = sql`'credits ' || to_char(now() at time zone 'UTC', 'YYYY-MM')`;
  const passed = await tx
    .select({ workspaceId: notifications.workspaceId, subject: notifications.subject })
    .from(notifications)
    .where(and(eq(notifications.kind, KIND), isNull(notifications.settledAt), lt(notifications.subject, now)));
  const events: DomainEvent[] = [];
  for (const notification of passed) events.push(...(await settle(tx, { ...notification, kind: KIND })));
  return events;
}
