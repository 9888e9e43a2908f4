import { formsOf } from '@switchyard/contracts/number-forms';
import type { Subscription } from '@switchyard/contracts/suppression/operations';
import { text } from '@switchyard/contracts/text/text';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { ActionDeps, Outcome } from '../../platform/action.ts';
import type { SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { HookDeps } from '../../platform/hooks.ts';
import { Refusal } from '../../platform/refusal.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { endSuppression, suppress } from './suppress.ts';
import { suppressionsStale } from './suppression.events.ts';
import { subscriptions, suppressions } from './suppression.schema.ts';

/** How long an opt-out by link can be undone by the same link. */
const UNDO_MS = 10 * 60_000;
const DIGITS_SHOWN = 3;

interface SubscriptionOwner {
  workspaceId: string;
  workspaceName: string;
  mobile: string;
}

async function findSubscription(db: Db, subscriptionId: string): Promise<SubscriptionOwner> {
  const [row] = await db
    .select({ workspaceId: workspaces.id, workspaceName: workspaces.name, mobile: subscriptions.mobile })
    .from(subscriptions)
    .innerJoin(workspaces, eq(workspaces.id, subscriptions.workspaceId))
    .where(eq(subscriptions.id, subscriptionId));
  if (!row) throw new Refusal('NOT_FOUND', undefined, text('linkUnknown'));
  return row;
}

/**
 * Reads the state shown to the holder of a link. Changes nothing, because programs fetch links for previews.
 * @throws Refusal `NOT_FOUND`
 */
export async function readSubscription(db: Db, subscriptionId: string, now: Date): Promise<Subscription> {
  const { workspaceId, workspaceName, mobile } = await findSubscription(db, subscriptionId);
  const [suppression] = await db
    .select()
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, workspaceId),
        inArray(suppressions.mobile, formsOf(mobile)),
        isNull(suppressions.endedAt),
      ),
    );
  const undoUntil = suppression?.cause === 'link' ? new Date(suppression.createdAt.getTime() + UNDO_MS) : null;
  return {
    workspaceName,
    number: `…${mobile.slice(-DIGITS_SHOWN)}`,
    isSubscribed: !suppression,
    undoUntil: undoUntil && undoUntil > now ? undoUntil.toISOString() : null,
  };
}

const linkActor = ({ workspaceId }: SubscriptionOwner): SystemActor => ({
  userId: null,
  fullName: 'unsubscribe link',
  workspaceId,
  onBehalfOf: null,
});

/** Opts out the number of a link; repeating it changes nothing. @throws Refusal `NOT_FOUND` */
export const unsubscribe = ({ db, clock, hooks }: HookDeps, subscriptionId: string): Promise<Outcome<Subscription>> =>
  db.transaction(async (tx) => {
    const owner = await findSubscription(tx, subscriptionId);
    const { events } = await suppress({ db: tx, hooks }, linkActor(owner), {
      mobile: owner.mobile,
      cause: 'link',
      words: '',
    });
    return { result: await readSubscription(tx, subscriptionId, clock.now()), events };
  });

/**
 * Undoes an opt-out by link within ten minutes; messages withdrawn meanwhile stay withdrawn.
 * @throws Refusal `NOT_FOUND`; `FORBIDDEN` if it is too late
 */
export const resubscribe = ({ db, clock }: ActionDeps, subscriptionId: string): Promise<Outcome<Subscription>> =>
  db.transaction(async (tx) => {
    const owner = await findSubscription(tx, subscriptionId);
    const since = new Date(clock.now().getTime() - UNDO_MS);
    const isRecentByLink = and(
      inArray(suppressions.mobile, formsOf(owner.mobile)),
      eq(suppressions.cause, 'link'),
      gt(suppressions.createdAt, since),
    );
    const ended = await endSuppression(tx, linkActor(owner), isRecentByLink);
    const result = await readSubscription(tx, subscriptionId, clock.now());
    if (!result.isSubscribed) throw new Refusal('FORBIDDEN', undefined, text('takenBackTooLate'));
    return { result, events: ended ? [suppressionsStale(owner.workspaceId)] : [] };
  });

/** Returns the subscription ids of these numbers, by number, and creates missing ones. */
export async function ensureSubscriptions(
  tx: Db,
  workspaceId: string,
  mobiles: readonly string[],
): Promise<Map<string, string>> {
  const rows = [...new Set(mobiles)].sort().map((mobile) => ({ workspaceId, mobile }));
  if (rows.length === 0) return new Map();
  const made = await tx
    .insert(subscriptions)
    .values(rows)
    .onConflictDoUpdate({
      target: [subscriptions.workspaceId, subscriptions.mobile],
      set: { workspaceId },
    })
    .returning({ id: subscriptions.id, mobile: subscriptions.mobile });
  return new Map(made.map(({ id, mobile }) => [mobile, id]));
}
