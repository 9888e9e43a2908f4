import { createHash } from 'node:crypto';
import type { InboundWebhook } from '@switchyard/contracts/public-api/inbound-webhooks';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { campaignTemplates } from '../../campaigns/campaigns.schema.ts';
import { CAN_BE_ENTERED, toWorkspaceRole } from '../../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../../workspaces/workspaces.schema.ts';
import { inboundWebhooks } from '../public-api.schema.ts';

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const selectInbound = (db: Db) =>
  db
    .select({ ...getTableColumns(inboundWebhooks), templateName: campaignTemplates.name, creator: users.name })
    .from(inboundWebhooks)
    .innerJoin(users, eq(users.id, inboundWebhooks.createdBy))
    .leftJoin(campaignTemplates, eq(campaignTemplates.id, inboundWebhooks.templateId));
type InboundRow = Awaited<ReturnType<typeof selectInbound>>[number];

export const presentInbound = (row: InboundRow): InboundWebhook => ({
  _id: row.id,
  name: row.name,
  templateId: row.templateId,
  templateName: row.templateName,
  prefix: row.prefix,
  createdBy: row.creator,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** Newest first. */
export async function listInbound(db: Db, workspaceId: string, { limit, skip }: { limit: number; skip: number }) {
  const ofWorkspace = eq(inboundWebhooks.workspaceId, workspaceId);
  const rows = await selectInbound(db)
    .where(ofWorkspace)
    .orderBy(desc(inboundWebhooks.createdAt), desc(inboundWebhooks.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(inboundWebhooks, ofWorkspace) };
}

/** @throws Refusal `NOT_FOUND` */
export async function findInbound(db: Db, workspaceId: string, id: string): Promise<InboundRow> {
  const [row] = await selectInbound(db).where(
    and(eq(inboundWebhooks.workspaceId, workspaceId), eq(inboundWebhooks.id, id)),
  );
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** What an address stands for: its creator, with their current rights, and the text; null if it is unknown. */
export async function findBySecret(db: Db, secret: string) {
  const [row] = await db
    .select({
      id: inboundWebhooks.id,
      text: campaignTemplates.text,
      workspaceId: inboundWebhooks.workspaceId,
      userId: users.id,
      email: users.email,
      fullName: users.name,
      workspaceRole: workspaceMembers.role,
    })
    .from(inboundWebhooks)
    .innerJoin(users, eq(users.id, inboundWebhooks.createdBy))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.userId, users.id), eq(workspaceMembers.organizationId, inboundWebhooks.workspaceId)),
    )
    .innerJoin(workspaces, eq(workspaces.id, inboundWebhooks.workspaceId))
    .leftJoin(campaignTemplates, eq(campaignTemplates.id, inboundWebhooks.templateId))
    .where(and(CAN_BE_ENTERED, eq(inboundWebhooks.hash, hashSecret(secret))));
  if (!row) return null;
  const { id, text, workspaceRole, ...who } = row;
  const actor: Actor = { ...who, role: 'user', workspaceRole: toWorkspaceRole(workspaceRole), onBehalfOf: null };
  return { id, text, actor };
}
