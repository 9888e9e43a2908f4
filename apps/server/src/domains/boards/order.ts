import { and, asc, desc, eq, gt, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { boardItems } from './boards.schema.ts';

/** Longer keys are regenerated together with those of their neighbours. */
const MAX_KEY_LENGTH = 48;
/** Neighbours on either side to respread: more than fit between two short keys before one is too long. */
const NEIGHBOURS = 500;

/** A position key for inserting into a short ordered list. @param beforeId null for the end */
export function keyInList(
  list: readonly { id: string; position: string }[],
  beforeId: string | null,
  movedId?: string,
): string {
  const others = list.filter(({ id }) => id !== movedId);
  const at = beforeId === null ? others.length : others.findIndex(({ id }) => id === beforeId);
  if (at < 0) throw new Refusal('NOT_FOUND');
  return generateKeyBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null);
}

interface Place {
  groupId: string;
  /** The item it goes before; null for the end. */
  beforeId: string | null;
  /** The moved item, which does not count as a neighbour. */
  movedId?: string;
}

/**
 * A position key within a group. Counts deleted items, so that a restored one returns to its place. The caller holds
 * the board's row lock, so no two writers get the same key.
 * @throws Refusal `NOT_FOUND` if the item at `beforeId` is not in the group
 */
export async function keyForItem(tx: Db, place: Place): Promise<string> {
  const key = await keyNow(tx, place);
  if (key.length <= MAX_KEY_LENGTH) return key;
  await spreadNeighbours(tx, place);
  return keyNow(tx, place);
}

/** The last position key of a group, including deleted items. The caller holds the board's row lock. */
export async function lastKey(tx: Db, groupId: string): Promise<string | null> {
  const [last] = await tx
    .select({ position: boardItems.position })
    .from(boardItems)
    .where(eq(boardItems.groupId, groupId))
    .orderBy(desc(boardItems.position), desc(boardItems.id))
    .limit(1);
  return last?.position ?? null;
}

/** Items of the group except the moved one. */
const others = ({ groupId, movedId }: Place, ...more: (SQL | undefined)[]) =>
  and(eq(boardItems.groupId, groupId), movedId ? ne(boardItems.id, movedId) : undefined, ...more);

async function nextItem(tx: Db, place: Place): Promise<{ id: string; position: string } | null> {
  if (place.beforeId === null) return null;
  const [next] = await tx
    .select({ id: boardItems.id, position: boardItems.position })
    .from(boardItems)
    .where(others(place, eq(boardItems.id, place.beforeId)));
  if (!next) throw new Refusal('NOT_FOUND');
  return next;
}

/** Items before the given one; the id breaks ties between equal keys, which imports may have created. */
const isBefore = (next: { id: string; position: string } | null): SQL | undefined =>
  next
    ? or(
        lt(boardItems.position, next.position),
        and(eq(boardItems.position, next.position), lt(boardItems.id, next.id)),
      )
    : undefined;

async function keyNow(tx: Db, place: Place): Promise<string> {
  const next = await nextItem(tx, place);
  const [previous] = await tx
    .select({ position: boardItems.position })
    .from(boardItems)
    .where(others(place, isBefore(next)))
    .orderBy(desc(boardItems.position), desc(boardItems.id))
    .limit(1);
  if (previous && next && previous.position === next.position) {
    await spreadNeighbours(tx, place);
    return keyNow(tx, place);
  }
  return generateKeyBetween(previous?.position ?? null, next?.position ?? null);
}

/** Gives the items around a position short keys, keeping their order. */
async function spreadNeighbours(tx: Db, place: Place): Promise<void> {
  const next = await nextItem(tx, place);
  const read = () => tx.select({ id: boardItems.id, position: boardItems.position }).from(boardItems);
  const earlier = await read()
    .where(others(place, isBefore(next)))
    .orderBy(desc(boardItems.position), desc(boardItems.id))
    .limit(NEIGHBOURS + 1);
  const later = next
    ? await read()
        .where(
          others(
            place,
            or(
              gt(boardItems.position, next.position),
              and(eq(boardItems.position, next.position), gte(boardItems.id, next.id)),
            ),
          ),
        )
        .orderBy(asc(boardItems.position), asc(boardItems.id))
        .limit(NEIGHBOURS + 1)
    : [];
  const from = earlier.length > NEIGHBOURS ? (earlier.pop()?.position ?? null) : null;
  const to = later.length > NEIGHBOURS ? (later.pop()?.position ?? null) : null;
  const ids = [...earlier.reverse(), ...later].map(({ id }) => id);
  const keys = generateNKeysBetween(from, to, ids.length);
  await tx.execute(
    sql`update board_items set position = spread.key
        from unnest(${sql.param(ids)}::uuid[], ${sql.param(keys)}::text[]) spread (id, key) where board_items.id = spread.id`,
  );
}
