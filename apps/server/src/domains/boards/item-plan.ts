import type { ItemPlan } from '@switchyard/contracts/boards/operations';
import { occurrencesOf } from '@switchyard/recurrence/occurrences';
import { eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { dayAt } from '../automations/index.ts';
import { readRuleIn } from '../messages/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { boardChanged } from './boards.events.ts';
import { changeBoardsRefusal } from './boards.policy.ts';
import { type ColumnRow, findItem } from './boards.queries.ts';
import { itemPlans } from './plans.schema.ts';

const NONE: ItemPlan = { rule: null, reminder: null };

export async function readPlan(db: Db, itemId: string): Promise<ItemPlan> {
  const [row] = await db.select().from(itemPlans).where(eq(itemPlans.itemId, itemId));
  if (!row) return NONE;
  const { rule, remindDaysBefore: daysBefore, remindAt: time } = row;
  return { rule, reminder: daysBefore === null || time === null ? null : { daysBefore, time } };
}

/** Sets an item's recurrence and reminder. @throws Refusal `NOT_FOUND`, `INVALID` */
export const setPlan: Action<ItemPlan & { id: string }, ItemPlan> = ({ db, clock }, actor, { id, rule, reminder }) =>
  db.transaction(async (tx) => {
    authorize(changeBoardsRefusal(actor));
    const { workspaceId } = actor;
    const { boardId, version } = await findItem(tx, workspaceId, id);
    if (rule !== null) {
      const zone = (await findWorkspace(tx, workspaceId))?.zone ?? 'UTC';
      const read = readRuleIn(rule, `${dayAt(clock.now().getTime(), zone)}T00:00`, zone);
      if ('field' in read) throw invalid([{ ...read, field: 'rule' }]);
    }
    const set = { rule, remindDaysBefore: reminder?.daysBefore ?? null, remindAt: reminder?.time ?? null };
    await tx
      .insert(itemPlans)
      .values({ itemId: id, ...set })
      .onConflictDoUpdate({ target: itemPlans.itemId, set });
    return { result: { rule, reminder }, events: [boardChanged(workspaceId, { boardId, item: { id, version } })] };
  });

/**
 * The date of the next recurring item: the first of its rule after both its own date and today, so that a late item
 * does not recur at once.
 */
export function nextDay(text: string, { day, today }: { day: string | null; today: string }): string | null {
  const start = day ?? today;
  const rule = readRuleIn(text, `${start}T00:00`, 'UTC');
  if ('field' in rule) return null;
  const last = start > today ? start : today;
  for (const slot of occurrencesOf({ start: `${start}T00:00`, rule })) {
    if (slot.slice(0, 10) > last) return slot.slice(0, 10);
  }
  return null;
}

/** Whether an option of a status column means done. */
export const meansDone = ({ options }: Pick<ColumnRow, 'options'>, value: unknown): boolean =>
  options.some(({ id, isDone }) => isDone && id === value);

/** Moves the recurrence rule from an item to the next one. @returns null if it does not recur */
export async function movePlan(
  tx: Db,
  itemId: string,
): Promise<(typeof itemPlans.$inferSelect & { rule: string }) | null> {
  const [plan] = await tx.select().from(itemPlans).where(eq(itemPlans.itemId, itemId)).for('update');
  const rule = plan?.rule ?? null;
  if (!plan || rule === null) return null;
  await tx.update(itemPlans).set({ rule: null }).where(eq(itemPlans.itemId, itemId));
  return { ...plan, rule };
}
