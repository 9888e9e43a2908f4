import { randomBytes } from 'node:crypto';
import {
  INBOUND_PATH,
  type InboundWebhook,
  MAX_INBOUND_WEBHOOKS,
} from '@switchyard/contracts/public-api/inbound-webhooks';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { EdgeDeps } from '../../../platform/http/request-context.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { campaignTemplates } from '../../campaigns/campaigns.schema.ts';
import { manageWebhooksRefusal } from '../../webhooks/index.ts';
import { workspaces } from '../../workspaces/workspaces.schema.ts';
import { inboundWebhooksChanged } from '../public-api.events.ts';
import { inboundWebhooks } from '../public-api.schema.ts';
import { findInbound, hashSecret, presentInbound } from './inbound.queries.ts';

const SECRET_BYTES = 24;
const PREFIX_LENGTH = 6;

/** A webhook with its address, which only this response contains. */
interface InboundWithUrl {
  url: string;
  webhook: InboundWebhook;
}

function makeSecret(publicUrl: string) {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return {
    url: new URL(`${INBOUND_PATH}/${secret}`, publicUrl).href,
    columns: { hash: hashSecret(secret), prefix: secret.slice(0, PREFIX_LENGTH) },
  };
}

/** @throws Refusal `INVALID` */
async function requireTemplate(tx: Db, workspaceId: string, id: string): Promise<void> {
  const found = await tx.$count(
    campaignTemplates,
    and(eq(campaignTemplates.workspaceId, workspaceId), eq(campaignTemplates.id, id)),
  );
  if (found === 0) throw invalid([faultAt('templateId', 'choice')]);
}

/** @throws Refusal `FORBIDDEN`, `INVALID` */
export const createInbound: Action<{ name: string; templateId: string }, InboundWithUrl, EdgeDeps> = (
  { db, config },
  actor,
  { name, templateId },
) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId, userId } = actor;
    await requireTemplate(tx, workspaceId, templateId);
    await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for('update');
    if ((await tx.$count(inboundWebhooks, eq(inboundWebhooks.workspaceId, workspaceId))) >= MAX_INBOUND_WEBHOOKS) {
      throw invalid([faultAt('name', 'mostWebhooks', { maximum: MAX_INBOUND_WEBHOOKS })]);
    }
    const { url, columns } = makeSecret(config.publicUrl);
    const [created] = await tx
      .insert(inboundWebhooks)
      .values({ workspaceId, createdBy: userId, name, templateId, ...columns })
      .returning({ id: inboundWebhooks.id });
    if (!created) throw new Error('nothing was inserted');
    await writeAudit(tx, actor, { action: 'inbound-webhook.create', subject: created.id, details: { name } });
    return {
      result: { url, webhook: presentInbound(await findInbound(tx, workspaceId, created.id)) },
      events: [inboundWebhooksChanged(workspaceId)],
    };
  });

interface InboundChange {
  id: string;
  name?: string | undefined;
  templateId?: string | undefined;
}

/** @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `INVALID` */
export const updateInbound: Action<InboundChange, InboundWebhook> = ({ db }, actor, { id, name, templateId }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    const before = await findInbound(tx, workspaceId, id);
    if (templateId !== undefined) await requireTemplate(tx, workspaceId, templateId);
    await tx
      .update(inboundWebhooks)
      .set({ name: name ?? before.name, templateId: templateId ?? before.templateId })
      .where(eq(inboundWebhooks.id, id));
    await writeAudit(tx, actor, { action: 'inbound-webhook.update', subject: id, details: { name, templateId } });
    return {
      result: presentInbound(await findInbound(tx, workspaceId, id)),
      events: [inboundWebhooksChanged(workspaceId)],
    };
  });

/**
 * Replaces the address; it now acts for the person who requests it, and the old one stops working.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const rotateInbound: Action<{ id: string }, InboundWithUrl, EdgeDeps> = ({ db, config }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId, userId } = actor;
    await findInbound(tx, workspaceId, id);
    const { url, columns } = makeSecret(config.publicUrl);
    await tx
      .update(inboundWebhooks)
      .set({ ...columns, createdBy: userId })
      .where(eq(inboundWebhooks.id, id));
    await writeAudit(tx, actor, { action: 'inbound-webhook.rotate', subject: id });
    return {
      result: { url, webhook: presentInbound(await findInbound(tx, workspaceId, id)) },
      events: [inboundWebhooksChanged(workspaceId)],
    };
  });

/** @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const revokeInbound: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { name } = await findInbound(tx, actor.workspaceId, id);
    const [gone] = await tx
      .delete(inboundWebhooks)
      .where(eq(inboundWebhooks.id, id))
      .returning({ id: inboundWebhooks.id });
    if (!gone) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'inbound-webhook.revoke', subject: id, details: { name } });
    return { result: {}, events: [inboundWebhooksChanged(actor.workspaceId)] };
  });
