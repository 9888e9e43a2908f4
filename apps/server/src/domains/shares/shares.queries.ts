import { createHash } from 'node:crypto';
import type { ListQuery } from '@switchyard/contracts/entity';
import type { ShareKind } from '@switchyard/contracts/shares/operations';
import { text } from '@switchyard/contracts/text/text';
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { boards } from '../boards/boards.schema.ts';
import { findBoard } from '../boards/index.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { personalLinks, shares } from './shares.schema.ts';

export type ShareRow = typeof shares.$inferSelect;
/** A share with the names of its columns and of who made it. */
export interface ListedShare {
  share: ShareRow;
  columns: string[];
  createdBy: string | null;
}

/** What is kept of a link's secret. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether a share can be used now. */
export const isOpen = ({ revokedAt, expiresAt, uses, maxUses }: ShareRow, now: Date): boolean =>
  revokedAt === null && !(expiresAt && expiresAt <= now) && !(maxUses !== null && uses >= maxUses);

/** Links of a board that are not revoked, the latest first. @throws Refusal `NOT_FOUND` */
export async function listShares(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Pick<ListQuery, 'limit' | 'skip'> & { id: string },
): Promise<{ rows: ListedShare[]; total: number }> {
  const { columns } = await findBoard(db, workspaceId, id);
  const kept = and(eq(shares.boardId, id), isNull(shares.revokedAt));
  const rows = await db
    .select({ share: shares, createdBy: users.name })
    .from(shares)
    .leftJoin(users, eq(users.id, shares.createdBy))
    .where(kept)
    .orderBy(desc(shares.createdAt), desc(shares.id))
    .limit(limit)
    .offset(skip);
  return {
    rows: rows.map(({ share, createdBy }) => ({
      share,
      createdBy,
      columns: share.fields.flatMap(({ columnId }) => columns.find((column) => column.id === columnId)?.name ?? []),
    })),
    total: await db.$count(shares, kept),
  };
}

/** Not revoked, on a board and in a workspace that are there. */
const isThere = and(
  isNull(shares.revokedAt),
  isNull(boards.deletedAt),
  isNull(workspaces.deleteAfter),
  isNull(workspaces.suspendedAt),
);
const selectShares = (db: Db) =>
  db
    .select({ share: shares, boardName: boards.name })
    .from(shares)
    .innerJoin(boards, eq(boards.id, shares.boardId))
    .innerJoin(workspaces, eq(workspaces.id, shares.workspaceId));

/** Which of these shares can be used now. */
export async function listOpenShares(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await selectShares(db).where(and(inArray(shares.id, [...ids]), isThere));
  return rows.filter(({ share }) => isOpen(share, now)).map(({ share }) => share.id);
}

/**
 * The share of a link, on a board and in a workspace that are there. Called at every request: nothing of it is
 * remembered.
 * @throws Refusal `NOT_FOUND`: there is none, or it was revoked; `SHARE_OVER`
 */
export const findShare = (db: Db, kind: ShareKind, token: string, now: Date): Promise<ShareRow> =>
  findShareBy(db, kind, hashToken(token), now);

async function findShareBy(db: Db, kind: ShareKind, tokenHash: string, now: Date): Promise<ShareRow> {
  const [found] = await selectShares(db).where(and(eq(shares.tokenHash, tokenHash), eq(shares.kind, kind), isThere));
  if (!found) throw new Refusal('NOT_FOUND', undefined, text('linkUnknown'));
  if (!isOpen(found.share, now)) throw new Refusal('SHARE_OVER');
  return found.share;
}

/** Forms of a workspace by the last letters of their ids, the oldest first. */
export async function findFormsByCode(db: Db, workspaceId: string, codes: readonly string[]): Promise<ShareRow[]> {
  const named = inArray(sql`right(${shares.id}::text, 8)`, [...codes]);
  const ours = and(eq(shares.workspaceId, workspaceId), eq(shares.kind, 'form'));
  const rows = await selectShares(db)
    .where(and(ours, named, isThere))
    .orderBy(shares.id);
  return rows.map(({ share }) => share);
}

/** Forms of a workspace that take answers now, by name. */
export async function listForms(
  db: Db,
  workspaceId: string,
  { limit, skip }: Pick<ListQuery, 'limit' | 'skip'>,
  now: Date,
) {
  const isOpenNow = and(
    or(isNull(shares.expiresAt), gt(shares.expiresAt, now)),
    or(isNull(shares.maxUses), lt(shares.uses, shares.maxUses)),
  );
  const matches = and(eq(shares.workspaceId, workspaceId), eq(shares.kind, 'form'), isThere, isOpenNow);
  const rows = await selectShares(db)
    .where(matches)
    .orderBy(asc(shares.name), asc(shares.id))
    .limit(limit)
    .offset(skip);
  const total = await db.$count(selectShares(db).where(matches).as('open_forms'));
  return { data: rows.map(({ share, boardName }) => ({ _id: share.id, name: share.name, boardName })), total };
}

export interface FoundForm {
  share: ShareRow;
  /** Of a personal link; null: it is the form's own. */
  personal: { id: string; contactId: string; name: string; mobile: string } | null;
}

/**
 * The form of a link: its own, or one for a contact that was not used yet.
 * @throws Refusal `NOT_FOUND`, `SHARE_OVER`
 */
export async function findForm(db: Db, token: string, now: Date): Promise<FoundForm> {
  const { id, contactId, usedAt } = personalLinks;
  const { name, mobile } = contacts;
  const [link] = await db
    .select({ tokenHash: shares.tokenHash, personal: { id, contactId, name, mobile }, usedAt })
    .from(personalLinks)
    .innerJoin(shares, eq(shares.id, personalLinks.shareId))
    .innerJoin(contacts, eq(contacts.id, personalLinks.contactId))
    .where(eq(personalLinks.tokenHash, hashToken(token)));
  const share = await findShareBy(db, 'form', link?.tokenHash ?? hashToken(token), now);
  if (link?.usedAt) throw new Refusal('SHARE_OVER');
  return { share, personal: link?.personal ?? null };
}

/** Whoever made an invitation may still admit members. */
const mayAdmit = sql`exists (
  select from ${workspaceMembers} inviter where inviter.organization_id = ${shares.workspaceId}
    and inviter.user_id = ${shares.createdBy} and inviter.role in ('owner', 'admin'))`;

/** @throws Refusal `NOT_FOUND`, `SHARE_OVER` */
export async function findInvitation(db: Db, token: string, now: Date): Promise<ShareRow> {
  const share = await findShare(db, 'invitation', token, now);
  if ((await db.$count(shares, and(eq(shares.id, share.id), mayAdmit))) === 0) throw new Refusal('SHARE_OVER');
  return share;
}

interface Destination {
  workspaceId: string;
  workspaceName: string;
  boardName: string;
  /** The person's role there; null: they are no member. */
  role: string | null;
}

/** A board as a person is led to it. Null: there is none. */
export async function findDestination(db: Db, boardId: string, userId: string): Promise<Destination | null> {
  const [row] = await db
    .select({
      workspaceId: workspaces.id,
      workspaceName: workspaces.name,
      boardName: boards.name,
      role: workspaceMembers.role,
    })
    .from(boards)
    .innerJoin(workspaces, eq(workspaces.id, boards.workspaceId))
    .leftJoin(
      workspaceMembers,
      and(eq(workspaceMembers.organizationId, workspaces.id), eq(workspaceMembers.userId, userId)),
    )
    .where(and(eq(boards.id, boardId), isNull(boards.deletedAt)));
  return row ?? null;
}

/** The names of people who are in a workspace, by their ids. */
export async function namesOfMembers(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(workspaceMembers, eq(workspaceMembers.userId, users.id))
    .where(and(eq(workspaceMembers.organizationId, workspaceId), inArray(users.id, [...ids])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
