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
/** A share with its column names and its author's name. */
export interface ListedShare {
  share: ShareRow;
  columns: string[];
  createdBy: string | null;
}

/** The stored hash of a link's secret. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether a share can be used now. */
export const isOpen = ({ revokedAt, expiresAt, uses, maxUses }: ShareRow, now: Date): boolean =>
  revokedAt === null && !(expiresAt && expiresAt <= now) && !(maxUses !== null && uses >= maxUses);

/** Lists a board's links that are not revoked, latest first. @throws Refusal `NOT_FOUND` */
export async function listShares(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Pick<ListQuery, 'limit' | 'skip'> & { id: string },
): Promise<{ rows: ListedShare[]; total: number }> {
  const { columns } = await findBoard(db, workspaceId, id);
  const matches = and(eq(shares.boardId, id), isNull(shares.revokedAt));
  const rows = await db
    .select({ share: shares, createdBy: users.name })
    .from(shares)
    .leftJoin(users, eq(users.id, shares.createdBy))
    .where(matches)
    .orderBy(desc(shares.createdAt), desc(shares.id))
    .limit(limit)
    .offset(skip);
  return {
    rows: rows.map(({ share, createdBy }) => ({
      share,
      createdBy,
      columns: share.fields.flatMap(({ columnId }) => columns.find((column) => column.id === columnId)?.name ?? []),
    })),
    total: await db.$count(shares, matches),
  };
}

/** Not revoked, on an existing board in an active workspace. */
const isAvailable = and(
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

/** Filters shares to those that can be used now. */
export async function listOpenShares(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await selectShares(db).where(and(inArray(shares.id, [...ids]), isAvailable));
  return rows.filter(({ share }) => isOpen(share, now)).map(({ share }) => share.id);
}

/**
 * Finds the share of a link, on an existing board in an active workspace. Called on every request; nothing is cached.
 * @throws Refusal `NOT_FOUND` if there is none or it was revoked; `SHARE_OVER`
 */
export const findShare = (db: Db, kind: ShareKind, token: string, now: Date): Promise<ShareRow> =>
  findShareBy(db, kind, hashToken(token), now);

async function findShareBy(db: Db, kind: ShareKind, tokenHash: string, now: Date): Promise<ShareRow> {
  const [found] = await selectShares(db).where(
    and(eq(shares.tokenHash, tokenHash), eq(shares.kind, kind), isAvailable),
  );
  if (!found) throw new Refusal('NOT_FOUND', undefined, text('linkUnknown'));
  if (!isOpen(found.share, now)) throw new Refusal('SHARE_OVER');
  return found.share;
}

/** Finds forms of a workspace by the last characters of their ids, oldest first. */
export async function findFormsByCode(db: Db, workspaceId: string, codes: readonly string[]): Promise<ShareRow[]> {
  const hasCode = inArray(sql`right(${shares.id}::text, 8)`, [...codes]);
  const isForm = and(eq(shares.workspaceId, workspaceId), eq(shares.kind, 'form'));
  const rows = await selectShares(db)
    .where(and(isForm, hasCode, isAvailable))
    .orderBy(shares.id);
  return rows.map(({ share }) => share);
}

/** Lists forms of a workspace that accept answers now, by name. */
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
  const matches = and(eq(shares.workspaceId, workspaceId), eq(shares.kind, 'form'), isAvailable, isOpenNow);
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
  /** The contact of a personal link. Null: it is the form's own link. */
  personal: { id: string; contactId: string; name: string; mobile: string } | null;
}

/** Finds the form of its own link or of an unused personal one. @throws Refusal `NOT_FOUND`, `SHARE_OVER` */
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

/** Whether the invitation's author may still admit members. */
const canInviterAdmit = sql`exists (
  select from ${workspaceMembers} inviter where inviter.organization_id = ${shares.workspaceId}
    and inviter.user_id = ${shares.createdBy} and inviter.role in ('owner', 'admin'))`;

/** Finds the invitation of a link. @throws Refusal `NOT_FOUND`, `SHARE_OVER` */
export async function findInvitation(db: Db, token: string, now: Date): Promise<ShareRow> {
  const share = await findShare(db, 'invitation', token, now);
  if ((await db.$count(shares, and(eq(shares.id, share.id), canInviterAdmit))) === 0) throw new Refusal('SHARE_OVER');
  return share;
}

interface Destination {
  workspaceId: string;
  workspaceName: string;
  boardName: string;
  /** The person's role there. Null: they are not a member. */
  role: string | null;
}

/** Finds the board a person is led to. Null: there is none. */
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

/** The names of members of a workspace, by user id. */
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
