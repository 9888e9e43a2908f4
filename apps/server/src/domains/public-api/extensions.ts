import { and, asc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { redactText, redactTexts } from '../../platform/hidden-text.ts';
import { Refusal } from '../../platform/refusal.ts';
import { bots as botsTable } from '../bots/bots.schema.ts';
import { campaignTemplates } from '../campaigns/campaigns.schema.ts';
import { contacts as contactsTable } from '../contacts/contacts.schema.ts';
import { presenceOf } from '../engines/index.ts';
import { knowledgeBases } from '../knowledge/knowledge.schema.ts';
import { explainHolds, findMessage, seriesSeenBy } from '../messages/index.ts';
import { messageSeries } from '../messages/series.schema.ts';
import { toJid } from './addresses.ts';
import { publicOperations as v1 } from './public-operations.ts';

interface Page {
  cursor?: string | undefined;
  limit: number;
}
type ListedTable = PgTable & { id: PgColumn; workspaceId: PgColumn };

/**
 * One page of a workspace's rows ordered by id, so that none is skipped or repeated when rows are added or removed
 * meanwhile.
 */
async function pageOf<Table extends ListedTable, Shown>(
  db: Db,
  table: Table,
  { workspaceId, cursor, limit, where }: Page & { workspaceId: string; where?: SQL },
  present: (row: Table['$inferSelect']) => Shown,
) {
  const rows = await db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.workspaceId, workspaceId), cursor === undefined ? undefined : gt(table.id, cursor), where))
    .orderBy(asc(table.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit) as (Table['$inferSelect'] & { id: string })[];
  const next = rows.length > limit ? shown.at(-1)?.id : undefined;
  return { success: true as const, data: shown.map(present), ...(next !== undefined && { next }) };
}

export const presentContact = (actor: Actor, row: typeof contactsTable.$inferSelect) => ({
  id: row.id,
  chatId: toJid(row.mobile),
  name: row.name,
  fields: redactTexts(actor, row.fields),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentTemplate = (actor: Actor, row: typeof campaignTemplates.$inferSelect) => ({
  id: row.id,
  name: row.name,
  text: redactText(actor, row.text),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentBot = (row: typeof botsTable.$inferSelect) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  deployed: row.activeDeploymentId !== null,
  updatedAt: row.updatedAt.toISOString(),
});

/** Reads that the incumbent's API lacks. */
export const extensions = {
  contacts: v1.extensions.contacts.handler(({ context: { db, actor }, input: { query } }) =>
    pageOf(db, contactsTable, { ...query, workspaceId: actor.workspaceId }, (row) => presentContact(actor, row)),
  ),
  templates: v1.extensions.templates.handler(({ context: { db, actor }, input: { query } }) => {
    return pageOf(db, campaignTemplates, { ...query, workspaceId: actor.workspaceId }, (row) =>
      presentTemplate(actor, row),
    );
  }),
  bots: v1.extensions.bots.handler(({ context: { db, actor }, input: { query } }) =>
    pageOf(db, botsTable, { ...query, workspaceId: actor.workspaceId, where: isNull(botsTable.deletedAt) }, presentBot),
  ),
  knowledge: v1.extensions.knowledge.handler(({ context: { db, actor }, input: { query } }) =>
    pageOf(db, knowledgeBases, { ...query, workspaceId: actor.workspaceId }, (row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
  ),
  series: v1.extensions.series.handler(async ({ context: { db, actor }, input: { query } }) => {
    const where = await seriesSeenBy(db, actor);
    return pageOf(db, messageSeries, { ...query, workspaceId: actor.workspaceId, ...(where && { where }) }, (row) => ({
      id: row.id,
      to: toJid(row.recipient),
      text: redactText(actor, row.body),
      rule: row.rule,
      start: row.start,
      timezone: row.zone,
      state: row.state,
      createdAt: row.createdAt.toISOString(),
    }));
  }),
  holds: v1.extensions.holds.handler(async ({ context: { db, actor, platform }, input: { params } }) => {
    const row = await findMessage(db, actor, params.id);
    if (!row) throw new Refusal('NOT_FOUND');
    const holds = await explainHolds(platform.database.pool, row, (engineId) => presenceOf(platform, engineId));
    return {
      success: true as const,
      data: {
        id: row.id,
        status: row.status,
        holds: holds.map(({ rule, text, until }) => ({ rule, text, ...(until && { until }) })),
      },
    };
  }),
};
