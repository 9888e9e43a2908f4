import type { AudienceDefinition } from '@switchyard/contracts/campaigns/operations';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { text } from '@switchyard/contracts/text/text';
import { faultsOf } from '@switchyard/message-template';
import { type AnyColumn, and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { foldedText } from '../../platform/database/text-search.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { contactsOf } from './audience.ts';
import { campaignsChanged } from './campaigns.events.ts';
import { runCampaignsRefusal } from './campaigns.policy.ts';
import { audiences, campaignTemplates } from './campaigns.schema.ts';

export type AudienceRow = typeof audiences.$inferSelect;
export type TemplateRow = typeof campaignTemplates.$inferSelect;
type Removed = { removed: true };

interface Page {
  limit: number;
  skip: number;
  sort: 'name' | '-name';
}

/** The edited row, and its `updatedAt` as the editor knows it; undefined: any. */
interface EditTarget {
  id?: string | undefined;
  asOf?: string | undefined;
}

/** Matches rows unchanged since the editor read them; times on the wire have milliseconds. */
const unchangedSince = (updatedAt: AnyColumn, asOf: string | undefined) =>
  asOf === undefined ? undefined : sql`date_trunc('milliseconds', ${updatedAt}) = ${asOf}::timestamptz`;

/** The refusal of an edit that matched no row. */
const editRefusal = (exists: boolean) =>
  exists
    ? new Refusal('TOO_LATE', { status: 'changed', version: 0 }, text('changedMeanwhile'))
    : new Refusal('NOT_FOUND');

/**
 * Adds or changes an audience.
 * @throws Refusal `NOT_FOUND`; `TOO_LATE` if somebody has changed it since; `INVALID` if it excludes itself or an
 *   audience that doesn't exist
 */
export const saveAudience: Action<EditTarget & { name: string; definition: AudienceDefinition }, AudienceRow> = (
  { db },
  actor,
  { id, asOf, name, definition },
) =>
  db.transaction(async (tx) => {
    authorize(runCampaignsRefusal(actor));
    const { workspaceId } = actor;
    const isEdited = and(eq(audiences.workspaceId, workspaceId), eq(audiences.id, id ?? ''));
    const [row] = id
      ? await tx
          .update(audiences)
          .set({ name, definition, updatedAt: sql`now()` })
          .where(and(isEdited, unchangedSince(audiences.updatedAt, asOf)))
          .returning()
      : await tx.insert(audiences).values({ workspaceId, name, definition }).returning();
    if (!row) throw editRefusal((await tx.$count(audiences, isEdited)) > 0);
    // Checked after the update, because a cycle is found by following it.
    await contactsOf(tx, workspaceId, definition);
    await writeAudit(tx, actor, { action: 'audience.save', subject: row.id });
    return { result: row, events: [campaignsChanged(workspaceId)] };
  });

/** Deletes an audience. @throws Refusal `NOT_FOUND`; `INVALID` if another audience excludes it */
export const removeAudience: Action<{ id: string }, Removed> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(runCampaignsRefusal(actor));
    const { workspaceId } = actor;
    const [user] = await tx
      .select({ name: audiences.name })
      .from(audiences)
      .where(
        and(
          eq(audiences.workspaceId, workspaceId),
          sql`${audiences.definition} -> 'withoutAudienceIds' @> ${JSON.stringify([id])}::jsonb`,
        ),
      );
    if (user) throw invalid([faultAt('id', 'audienceUsed', { name: user.name })]);
    const [row] = await tx
      .delete(audiences)
      .where(and(eq(audiences.workspaceId, workspaceId), eq(audiences.id, id)))
      .returning();
    if (!row) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'audience.remove', subject: id, details: { name: row.name } });
    return { result: { removed: true }, events: [campaignsChanged(workspaceId)] };
  });

/**
 * Adds or changes a template; campaigns have copies of their texts.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`, `INVALID`
 */
export const saveTemplate: Action<EditTarget & { name: string; text: string }, TemplateRow> = (
  { db },
  actor,
  { id, asOf, name, text },
) =>
  db.transaction(async (tx) => {
    authorize(runCampaignsRefusal(actor));
    const { workspaceId } = actor;
    const faults = faultsOf(text).map(({ message }) => faultOf('text', message));
    if (faults.length > 0) throw invalid(faults);
    const isEdited = and(eq(campaignTemplates.workspaceId, workspaceId), eq(campaignTemplates.id, id ?? ''));
    const [row] = id
      ? await tx
          .update(campaignTemplates)
          .set({ name, text, updatedAt: sql`now()` })
          .where(and(isEdited, unchangedSince(campaignTemplates.updatedAt, asOf)))
          .returning()
      : await tx.insert(campaignTemplates).values({ workspaceId, name, text }).returning();
    if (!row) throw editRefusal((await tx.$count(campaignTemplates, isEdited)) > 0);
    await writeAudit(tx, actor, { action: 'campaign-template.save', subject: row.id });
    return { result: row, events: [campaignsChanged(workspaceId)] };
  });

/** Deletes a template. @throws Refusal `NOT_FOUND` */
export const removeTemplate: Action<{ id: string }, Removed> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(runCampaignsRefusal(actor));
    const [row] = await tx
      .delete(campaignTemplates)
      .where(and(eq(campaignTemplates.workspaceId, actor.workspaceId), eq(campaignTemplates.id, id)))
      .returning();
    if (!row) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'campaign-template.remove', subject: id, details: { name: row.name } });
    return { result: { removed: true }, events: [campaignsChanged(actor.workspaceId)] };
  });

/** Lists a page of audiences, with the total. */
export async function listAudiences(db: Db, workspaceId: string, { limit, skip, sort }: Page) {
  const where = eq(audiences.workspaceId, workspaceId);
  const order = (sort === 'name' ? asc : desc)(foldedText(audiences.name));
  return pageOf(db, audiences, where, { limit, skip }, order, asc(audiences.id));
}

/** Lists a page of templates, with the total. */
export async function listTemplates(db: Db, workspaceId: string, { limit, skip, sort }: Page) {
  const where = eq(campaignTemplates.workspaceId, workspaceId);
  const order = (sort === 'name' ? asc : desc)(foldedText(campaignTemplates.name));
  return pageOf(db, campaignTemplates, where, { limit, skip }, order, asc(campaignTemplates.id));
}
