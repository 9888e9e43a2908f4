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

/** So long who left by the link can take it back by the same link. */
const UNDO_MS = 10 * 60_000;
const DIGITS_SHOWN = 3;

interface FoundSubscription {
  workspaceId: string;
  workspaceName: string;
  mobile: string;
}

async function find(db: Db, subscriptionId: string): Promise<FoundSubscription> {
  const [row] = await db
    .select({ workspaceId: workspaces.id, workspaceName: workspaces.name, mobile: subscriptions.mobile })
    .from(subscriptions)
    .innerJoin(workspaces, eq(workspaces.id, subscriptions.workspaceId))
    .where(eq(subscriptions.id, subscriptionId));
  if (!row) throw new Refusal('NOT_FOUND', undefined, text('linkUnknown'));
  return row;
}

/**
 * How it stands for who holds a link. Changes nothing: previews of links are fetched by programs.
 * @throws Refusal `NOT_FOUND`
 */
export async function readSubscription(db: Db, subscriptionId: string, now: Date): Promise<Subscription> {
  const { workspaceId, workspaceName, mobile } = await find(db, subscriptionId);
  const [wish] = await db
    .select()
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, workspaceId),
        inArray(suppressions.mobile, formsOf(mobile)),
        isNull(suppressions.endedAt),
      ),
    );
  const undoUntil = wish?.cause === 'link' ? new Date(wish.createdAt.getTime() + UNDO_MS) : null;
  return {
    workspaceName,
    number: `…${mobile.slice(-DIGITS_SHOWN)}`,
    isSubscribed: !wish,
    undoUntil: undoUntil && undoUntil > now ? undoUntil.toISOString() : null,
  };
}

const byLink = ({ workspaceId }: FoundSubscription): SystemActor => ({
  userId: null,
  fullName: 'unsubscribe link',
  workspaceId,
  onBehalfOf: null,
});

/** Who holds the link gets no more messages. Doing so twice is doing so once. @throws Refusal `NOT_FOUND` */
export const unsubscribe = ({ db, clock, hooks }: HookDeps, subscriptionId: string): Promise<Outcome<Subscription>> =>
  db.transaction(async (tx) => {
    const found = await find(tx, subscriptionId);
    const { events } = await suppress({ db: tx, hooks }, byLink(found), {
      mobile: found.mobile,
      cause: 'link',
      words: '',
    });
    return { result: await readSubscription(tx, subscriptionId, clock.now()), events };
  });

/**
 * Takes that back, within ten minutes; what was withdrawn meanwhile stays withdrawn.
 * @throws Refusal `NOT_FOUND`; `FORBIDDEN`: it is too late
 */
export const resubscribe = ({ db, clock }: ActionDeps, subscriptionId: string): Promise<Outcome<Subscription>> =>
  db.transaction(async (tx) => {
    const found = await find(tx, subscriptionId);
    const since = new Date(clock.now().getTime() - UNDO_MS);
    const byThisLink = and(
      inArray(suppressions.mobile, formsOf(found.mobile)),
      eq(suppressions.cause, 'link'),
      gt(suppressions.createdAt, since),
    );
    const ended = await endSuppression(tx, byLink(found), byThisLink);
    const result = await readSubscription(tx, subscriptionId, clock.now());
    if (!result.isSubscribed) throw new Refusal('FORBIDDEN', undefined, text('takenBackTooLate'));
    return { result, events: ended ? [suppressionsStale(found.workspaceId)] : [] };
  });

/** The links of these numbers, by number; those that are missing are made. */
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
