import type { PushSubscriptionInput } from '@switchyard/contracts/notifications/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, desc, eq, notInArray } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { GuardedFetchError, guardedFetch } from '../../platform/http/guarded-fetch.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { manageOwnRefusal } from './notifications.policy.ts';
import { pushSubscriptions } from './notifications.schema.ts';

/** Maximum browsers per person; new ones replace the oldest. */
const MAX_BROWSERS = 10;
const LOOK_TIMEOUT_MS = 3_000;

/** @throws Refusal `INVALID` if it is not on the public internet */
export async function requirePublic(endpoint: string): Promise<void> {
  try {
    await guardedFetch({ url: endpoint, maxBytes: 1, isCut: true, maxRedirects: 0, timeoutMs: LOOK_TIMEOUT_MS });
  } catch (error) {
    const isForbidden = error instanceof GuardedFetchError && (error.fault === 'address' || error.fault === 'url');
    // A push service that does not answer now is retried when there is something to send.
    if (isForbidden) throw invalid([faultAt('endpoint', 'choice')]);
  }
}

/** Push endpoints of a person's browsers. */
export async function listEndpoints(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt));
  return rows.map(({ endpoint }) => endpoint);
}

/**
 * Subscribes a browser to the actor's notifications until they sign out there. Replaces another person's subscription.
 */
export const startPush: Action<PushSubscriptionInput, null> = ({ db }, actor, { endpoint, keys }) =>
  db.transaction(async (tx) => {
    authorize(manageOwnRefusal(actor));
    const { userId, loginId = null } = actor;
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
    await tx.insert(pushSubscriptions).values({ endpoint, userId, loginId, ...keys });
    const latest = tx
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.createdAt))
      .limit(MAX_BROWSERS);
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.endpoint, latest)));
    await writeAudit(tx, actor, { action: 'notification.push', workspaceId: null, details: { isOn: true } });
    return { result: null, events: [] };
  });

/** Unsubscribes one of the actor's browsers. */
export const endPush: Action<{ endpoint: string }, null> = ({ db }, actor, { endpoint }) =>
  db.transaction(async (tx) => {
    authorize(manageOwnRefusal(actor));
    const isTheirs = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, actor.userId));
    const ended = await tx.delete(pushSubscriptions).where(isTheirs).returning();
    if (ended.length > 0) {
      await writeAudit(tx, actor, { action: 'notification.push', workspaceId: null, details: { isOn: false } });
    }
    return { result: null, events: [] };
  });
