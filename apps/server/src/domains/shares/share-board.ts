import { randomBytes } from 'node:crypto';
import { hasValues, isKeptByServer } from '@switchyard/contracts/boards/columns';
import type { BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import { type FormField, MAX_SHARES, type ShareKind } from '@switchyard/contracts/shares/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, isNull } from 'drizzle-orm';
import type { Action, ActionDeps, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { boardChanged, type ColumnRow, filterConditions, findBoard, lockBoard } from '../boards/index.ts';
import { shareRevoked } from './live-shares.ts';
import { inviteRefusal, shareRefusal } from './shares.policy.ts';
import { hashToken, type ListedShare } from './shares.queries.ts';
import { shares } from './shares.schema.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;

/** The secret is nowhere else from then on. */
export type MadeShare = ListedShare & { token: string };
type Given = Omit<Partial<typeof shares.$inferInsert>, 'id' | 'boardId' | 'workspaceId' | 'expiresAt' | 'tokenHash'>;

/** @throws Refusal `NOT_FOUND`, `INVALID`: the board has as many as it may */
const makeShare = (
  { db, clock }: ActionDeps,
  actor: Actor,
  { id: boardId, kind, expiresInDays }: { id: string; kind: ShareKind; expiresInDays: number | null },
  describe: (board: Awaited<ReturnType<typeof findBoard>>) => Given & { name: string },
): Promise<Outcome<MadeShare>> =>
  db.transaction(async (tx) => {
    authorize(kind === 'invitation' ? inviteRefusal(actor) : shareRefusal(actor));
    const { workspaceId, userId } = actor;
    await lockBoard(tx, workspaceId, boardId);
    const board = await findBoard(tx, workspaceId, boardId);
    if ((await countShares(tx, boardId)) >= MAX_SHARES)
      throw invalid([faultAt('id', 'tooMany', { maximum: MAX_SHARES })]);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = expiresInDays === null ? null : new Date(clock.now().getTime() + expiresInDays * DAY_MS);
    const [share] = await tx
      .insert(shares)
      .values({
        ...describe(board),
        kind,
        boardId,
        workspaceId,
        expiresAt,
        tokenHash: hashToken(token),
        createdBy: userId,
      })
      .returning();
    if (!share) throw new Error('the share was not written');
    await writeAudit(tx, actor, { action: 'share.create', subject: share.id, details: { kind, boardId } });
    const columns = share.fields.map(({ columnId }) => columnNamed(board.columns, columnId).name);
    return {
      result: { share, columns, createdBy: actor.fullName, token },
      events: [boardChanged(workspaceId, { boardId })],
    };
  });

const countShares = (tx: Db, boardId: string) =>
  tx.$count(shares, and(eq(shares.boardId, boardId), isNull(shares.revokedAt)));

function columnNamed(columns: readonly ColumnRow[], id: string, field = 'fields'): ColumnRow {
  const column = columns.find((one) => one.id === id);
  if (!column) throw invalid([faultAt(field, 'choice')]);
  return column;
}

/** @throws Refusal `INVALID`: a column twice, or none of the board */
function eachOnce(columns: readonly ColumnRow[], ids: readonly string[], field: string): ColumnRow[] {
  if (new Set(ids).size < ids.length) throw invalid([faultAt(field, 'choice')]);
  return ids.map((id) => columnNamed(columns, id, field));
}

/** Shows these columns of a board to whoever has the link. @throws Refusal `NOT_FOUND`, `INVALID` */
export const shareTable: Action<
  {
    id: string;
    name: string;
    columnIds: string[];
    filters: BoardFilter[];
    sort: BoardSort | null;
    expiresInDays: number | null;
  },
  MadeShare
> = (deps, actor, { columnIds, name, filters, sort, ...input }) =>
  makeShare(deps, actor, { ...input, kind: 'table' }, ({ columns }) => {
    if (!eachOnce(columns, columnIds, 'columnIds').every(({ type }) => hasValues(type))) {
      throw invalid([faultAt('columnIds', 'choice')]);
    }
    filterConditions(columns, filters);
    // The order of what is hidden would tell about it.
    if (sort && !columnIds.includes(sort.columnId)) throw invalid([faultAt('sort.columnId', 'choice')]);
    return { name, filters, sort, fields: columnIds.map((columnId) => ({ columnId, isRequired: false, help: '' })) };
  });

/** Whether a form may ask for it: a list of people would show who is in the workspace. */
const isAsked = ({ type }: ColumnRow): boolean => type !== 'people' && type !== 'file' && !isKeptByServer(type);

/** Has whoever has the link add items. @throws Refusal `NOT_FOUND`, `INVALID` */
export const shareForm: Action<
  {
    id: string;
    name: string;
    intro: string;
    thanks: string;
    groupId: string;
    fields: FormField[];
    expiresInDays: number | null;
    maxUses: number | null;
    redirectUrl: string | null;
    embeddedOn: string[];
    isOnePerPerson: boolean;
  },
  MadeShare
> = (deps, actor, { id, expiresInDays, ...form }) =>
  makeShare(deps, actor, { id, expiresInDays, kind: 'form' }, ({ columns, groups }) => {
    const asked = form.fields.map(({ columnId }) => columnId);
    if (!eachOnce(columns, asked, 'fields').every(isAsked)) throw invalid([faultAt('fields', 'choice')]);
    if (!groups.some((group) => group.id === form.groupId)) throw invalid([faultAt('groupId', 'choice')]);
    const tells = ({ id: columnId, type }: ColumnRow) =>
      (type === 'phone' || type === 'email') &&
      form.fields.some((field) => field.columnId === columnId && field.isRequired);
    // Nobody would be known again otherwise.
    if (form.isOnePerPerson && !columns.some(tells)) throw invalid([faultAt('isOnePerPerson', 'needsPerson')]);
    return form;
  });

/**
 * Has people join the workspace as members by a link that leads to a board.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `INVALID`
 */
export const inviteToBoard: Action<{ id: string; expiresInDays: number; maxUses: number }, MadeShare> = (
  deps,
  actor,
  { maxUses, ...input },
) => makeShare(deps, actor, { ...input, kind: 'invitation' }, ({ name }) => ({ name, maxUses }));

/** Ends a link at once. @throws Refusal `NOT_FOUND`: there is none, or it has ended already */
export const revokeShare: Action<{ id: string }, Record<string, never>> = ({ db, clock }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(shareRefusal(actor));
    const ours = and(eq(shares.id, id), eq(shares.workspaceId, actor.workspaceId), isNull(shares.revokedAt));
    const [share] = await tx.update(shares).set({ revokedAt: clock.now() }).where(ours).returning();
    if (!share) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'share.revoke', subject: id });
    const { workspaceId } = actor;
    return {
      result: {},
      events: [shareRevoked(workspaceId, { id }), boardChanged(workspaceId, { boardId: share.boardId })],
    };
  });
