import type { BOT_SORTS } from '@switchyard/contracts/bots/operations';
import { and, asc, desc, eq, exists, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { containsText, foldedText } from '../../platform/database/text-search.ts';
import { Refusal } from '../../platform/refusal.ts';
import { users } from '../accounts/accounts.schema.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { botDeployments, bots, botVersions } from './bots.schema.ts';

export type BotRow = typeof bots.$inferSelect;
export interface DeploymentRow {
  deployment: typeof botDeployments.$inferSelect;
  versionNumber: number;
  createdBy: string | null;
}

const SORT_COLUMNS = { name: foldedText(bots.name), createdAt: bots.createdAt, updatedAt: bots.updatedAt };

export interface BotsQuery {
  limit: number;
  skip: number;
  sort: (typeof BOT_SORTS)[number];
  search?: string | undefined;
  status?: 'deployed' | 'draft' | undefined;
}

/**
 * The user whose view of the bot a platform admin opens: its creator or, if they have left, the longest-serving owner
 * of its workspace.
 */
export const VIEWED_AS = sql<string | null>`(select m.user_id from workspace_members m
  where m.organization_id = bots.workspace_id
  order by (m.user_id is not distinct from bots.owner_id) desc, (m.role = 'owner') desc, m.created_at, m.id limit 1)`;

/**
 * Returns one page of bots.
 * @param workspaceId null lists every workspace's bots, each with its {@link LOOKED_THROUGH} user as owner
 */
export async function listBots(
  db: Db,
  workspaceId: string | null,
  { limit, skip, sort, search, status }: BotsQuery,
): Promise<{ rows: BotRow[]; total: number }> {
  const matches = and(
    isNull(bots.deletedAt),
    workspaceId === null ? undefined : eq(bots.workspaceId, workspaceId),
    status && (status === 'deployed' ? isNotNull : isNull)(bots.activeDeploymentId),
    search
      ? or(
          containsText(bots.name, search),
          containsText(bots.description, search),
          workspaceId === null ? matchesContext(db, search) : undefined,
        )
      : undefined,
  );
  const direction = sort.startsWith('-') ? desc : asc;
  const column = SORT_COLUMNS[sort.replace('-', '') as keyof typeof SORT_COLUMNS];
  const rows = await db
    .select({
      ...getTableColumns(bots),
      ownerId: workspaceId === null ? VIEWED_AS : sql<string | null>`${bots.ownerId}`,
    })
    .from(bots)
    .where(matches)
    .orderBy(direction(column), direction(bots.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(bots, matches) };
}

/** Matches the names of the workspace and of the creator. */
const matchesContext = (db: Db, search: string) =>
  or(
    exists(
      db
        .select({ one: sql`1` })
        .from(workspaces)
        .where(and(eq(workspaces.id, bots.workspaceId), containsText(workspaces.name, search))),
    ),
    exists(
      db
        .select({ one: sql`1` })
        .from(users)
        .where(and(eq(users.id, bots.ownerId), containsText(users.name, search))),
    ),
  );

/** Names of the bots' workspaces and owners; null if no longer known. */
export async function contextNames(db: Db, rows: readonly BotRow[]) {
  const owners = rows.flatMap(({ ownerId }) => ownerId ?? []);
  const [ofWorkspaces, ofOwners] = await Promise.all([
    rows.length === 0
      ? []
      : db
          .select({ id: workspaces.id, name: workspaces.name })
          .from(workspaces)
          .where(
            inArray(
              workspaces.id,
              rows.map(({ workspaceId }) => workspaceId),
            ),
          ),
    owners.length === 0
      ? []
      : db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, owners)),
  ]);
  const names = new Map([...ofWorkspaces, ...ofOwners].map(({ id, name }) => [id, name]));
  return ({ workspaceId, ownerId }: BotRow) => ({
    workspaceName: names.get(workspaceId) ?? null,
    ownerName: (ownerId && names.get(ownerId)) ?? null,
  });
}

/** Returns null if the workspace has no such bot. */
export async function findBot(db: Db, workspaceId: string, id: string): Promise<BotRow | null> {
  const [row] = await db.select().from(bots).where(ofWorkspace(workspaceId, id));
  return row ?? null;
}

/** Locks the bot's row until the transaction ends. @throws Refusal `NOT_FOUND` */
export async function lockBot(tx: Db, workspaceId: string, id: string): Promise<BotRow> {
  const [row] = await tx.select().from(bots).where(ofWorkspace(workspaceId, id)).for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

const ofWorkspace = (workspaceId: string, id: string) =>
  and(eq(bots.id, id), eq(bots.workspaceId, workspaceId), isNull(bots.deletedAt));

const deploymentColumns = { deployment: botDeployments, versionNumber: botVersions.number, createdBy: users.name };

/** A bot's deployments, newest first. */
export async function listDeployments(
  db: Db,
  botId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: DeploymentRow[]; total: number }> {
  const rows = await db
    .select(deploymentColumns)
    .from(botDeployments)
    .innerJoin(botVersions, eq(botVersions.id, botDeployments.versionId))
    .leftJoin(users, eq(users.id, botDeployments.createdBy))
    .where(eq(botDeployments.botId, botId))
    .orderBy(desc(botDeployments.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(botDeployments, eq(botDeployments.botId, botId)) };
}

/** The bot's current deployment, or null. */
export async function activeDeployment(db: Db, botId: string): Promise<DeploymentRow | null> {
  const [row] = await db
    .select(deploymentColumns)
    .from(botDeployments)
    .innerJoin(botVersions, eq(botVersions.id, botDeployments.versionId))
    .leftJoin(users, eq(users.id, botDeployments.createdBy))
    .where(and(eq(botDeployments.botId, botId), isNull(botDeployments.endedAt)));
  return row ?? null;
}

/** An ended deployment with its bot, which must not be deleted. */
export async function endedDeployment(db: Db, workspaceId: string, id: string) {
  const [row] = await db
    .select({
      botId: bots.id,
      name: bots.name,
      versionId: botDeployments.versionId,
      settings: botDeployments.settings,
    })
    .from(botDeployments)
    .innerJoin(bots, eq(bots.id, botDeployments.botId))
    .where(
      and(
        eq(botDeployments.id, id),
        eq(botDeployments.workspaceId, workspaceId),
        isNotNull(botDeployments.endedAt),
        isNull(bots.deletedAt),
      ),
    );
  return row ?? null;
}

/** A bot's versions, newest first. */
export async function listVersions(db: Db, botId: string, { limit, skip }: { limit: number; skip: number }) {
  const rows = await db
    .select({ version: botVersions, createdBy: users.name })
    .from(botVersions)
    .leftJoin(users, eq(users.id, botVersions.createdBy))
    .where(eq(botVersions.botId, botId))
    .orderBy(desc(botVersions.number))
    // One extra row: the last version on the page is compared with its predecessor.
    .limit(limit + 1)
    .offset(skip);
  return { rows, total: await db.$count(botVersions, eq(botVersions.botId, botId)) };
}
