import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { foldedText } from '../../platform/database/text-search.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { contactsStale } from './contacts.events.ts';
import { changeContactsRefusal } from './contacts.policy.ts';
import { bulkListContacts, bulkLists, contactLabels, labels } from './contacts.schema.ts';

/** Labels and bulk lists, which work alike. */
interface Collection {
  noun: 'label' | 'list';
  table: typeof labels | typeof bulkLists;
  members: typeof contactLabels | typeof bulkListContacts;
}
const LABELS: Collection = { noun: 'label', table: labels, members: contactLabels };
const LISTS: Collection = { noun: 'list', table: bulkLists, members: bulkListContacts };

/** A label or list with its number of contacts. */
export interface CollectionRow {
  id: string;
  name: string;
  contacts: number;
  createdAt: Date;
}

const actionsOf = (collection: Collection) => {
  const { noun, table, members } = collection;
  const create: Action<{ name: string }, CollectionRow> = ({ db }, actor, { name }) =>
    db.transaction(async (tx) => {
      authorize(changeContactsRefusal(actor));
      const [row] = await tx
        .insert(table)
        .values({ workspaceId: actor.workspaceId, name })
        .onConflictDoNothing()
        .returning();
      if (!row) throw nameTaken(collection, name);
      await writeAudit(tx, actor, { action: `${noun}.create`, subject: row.id });
      return {
        result: { id: row.id, name, contacts: 0, createdAt: row.createdAt },
        events: [contactsStale(actor.workspaceId)],
      };
    });

  const rename: Action<{ id: string; name: string }, CollectionRow> = ({ db }, actor, { id, name }) =>
    db.transaction(async (tx) => {
      authorize(changeContactsRefusal(actor));
      const [other] = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.workspaceId, actor.workspaceId), eq(foldedText(table.name), foldedText(sql`${name}`))));
      if (other && other.id !== id) throw nameTaken(collection, name);
      const [row] = await tx
        .update(table)
        .set({ name })
        .where(isCollection(collection, actor.workspaceId, id))
        .returning();
      if (!row) throw new Refusal('NOT_FOUND');
      await writeAudit(tx, actor, { action: `${noun}.rename`, subject: id });
      const contacts = await tx.$count(members, eq(members.collectionId, id));
      return { result: { id, name, contacts, createdAt: row.createdAt }, events: [contactsStale(actor.workspaceId)] };
    });

  const remove: Action<{ id: string }, { removed: true }> = ({ db }, actor, { id }) =>
    db.transaction(async (tx) => {
      authorize(changeContactsRefusal(actor));
      const [row] = await tx
        .delete(table)
        .where(isCollection(collection, actor.workspaceId, id))
        .returning();
      if (!row) throw new Refusal('NOT_FOUND');
      await writeAudit(tx, actor, { action: `${noun}.remove`, subject: id, details: { name: row.name } });
      return { result: { removed: true }, events: [contactsStale(actor.workspaceId)] };
    });

  /** @returns null if the workspace has none with this id */
  const find = async (db: Db, workspaceId: string, id: string): Promise<CollectionRow | null> => {
    const [row] = await db
      .select()
      .from(table)
      .where(isCollection(collection, workspaceId, id));
    if (!row) return null;
    const contacts = await db.$count(members, eq(members.collectionId, id));
    return { id, name: row.name, contacts, createdAt: row.createdAt };
  };

  return { create, rename, remove, find, list: pageOf(collection) };
};

const isCollection = ({ table }: Collection, workspaceId: string, id: string) =>
  and(eq(table.workspaceId, workspaceId), eq(table.id, id));

const nameTaken = ({ noun }: Collection, name: string) =>
  invalid([faultAt('name', noun === 'label' ? 'labelTaken' : 'listTaken', { name })]);

interface Query {
  limit: number;
  skip: number;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
}

const pageOf =
  ({ table, members }: Collection) =>
  async (
    db: Db,
    workspaceId: string,
    { limit, skip, sort }: Query,
  ): Promise<{ data: CollectionRow[]; total: number }> => {
    const ofWorkspace = eq(table.workspaceId, workspaceId);
    const direction = sort.startsWith('-') ? desc : asc;
    const column = sort.endsWith('name') ? foldedText(table.name) : table.createdAt;
    const rows = await db
      .select({ id: table.id, name: table.name, createdAt: table.createdAt })
      .from(table)
      .where(ofWorkspace)
      .orderBy(direction(column), direction(table.id))
      .limit(limit)
      .offset(skip);
    const counts = await db
      .select({ id: members.collectionId, contacts: count() })
      .from(members)
      .where(
        inArray(
          members.collectionId,
          rows.map(({ id }) => id),
        ),
      )
      .groupBy(members.collectionId);
    const countOf = new Map(counts.map((count) => [count.id, count.contacts]));
    return {
      data: rows.map((row) => ({ ...row, contacts: countOf.get(row.id) ?? 0 })),
      total: await db.$count(table, ofWorkspace),
    };
  };

export const labelActions = actionsOf(LABELS);
export const listActions = actionsOf(LISTS);

/** Checks that the workspace has this list. @throws Refusal `INVALID` if not */
export async function requireList(tx: Db, workspaceId: string, listId: string): Promise<void> {
  const [row] = await tx
    .select({ id: bulkLists.id })
    .from(bulkLists)
    .where(isCollection(LISTS, workspaceId, listId));
  if (!row) throw invalid([faultAt('listId', 'listGone')]);
}

/** Ids of the labels with these names, by lower-case name; creates missing ones. */
export async function ensureLabels(
  tx: Db,
  workspaceId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  // The first spelling wins.
  const wanted = new Map(names.toReversed().map((name) => [name.trim().toLowerCase(), name.trim()]));
  if (wanted.size === 0) return new Map();
  const rows = [...wanted].sort().map(([, name]) => ({ workspaceId, name }));
  await tx.insert(labels).values(rows).onConflictDoNothing();
  const found = await tx
    .select({ asked: sql<string>`given.name`, id: labels.id })
    .from(sql`unnest(${sql.param([...wanted.keys()])}::text[]) as given(name)`)
    .innerJoin(
      labels,
      and(eq(labels.workspaceId, workspaceId), eq(foldedText(labels.name), foldedText(sql`given.name`))),
    );
  return new Map(found.map(({ asked, id }) => [asked, id]));
}
