import { faultAt } from '@switchyard/contracts/text/faults';
import { MAX_WEBHOOKS, type WEBHOOK_STATES } from '@switchyard/contracts/webhooks/operations';
import { eq, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { settle } from '../notifications/index.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { isAllowedHost } from './delivery/allowed-network.ts';
import { makeSecret, secretSeal } from './endpoint-secret.ts';
import { webhooksChanged } from './webhooks.events.ts';
import { manageWebhooksRefusal } from './webhooks.policy.ts';
import { type EndpointRow, findEndpoint, lockEndpoint } from './webhooks.queries.ts';
import { webhookEndpoints } from './webhooks.schema.ts';

type Deps = ActionDeps & Pick<Platform, 'config' | 'secret'>;

/** An endpoint with its secret, which only this response contains. */
interface EndpointWithSecret {
  secret: string;
  endpoint: EndpointRow;
}

const PREVIOUS_SECRET_MS = 24 * 60 * 60_000;

/** Allows plain HTTP only to hosts an administrator has allowed. @throws Refusal `INVALID` */
function admitUrl({ config }: Pick<Platform, 'config'>, url: string): void {
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') throw invalid([faultAt('url', 'link')]);
  if (protocol !== 'https:' && !isAllowedHost(config.webhookAllowedHosts, hostname)) {
    throw invalid([faultAt('url', 'secureLink')]);
  }
}

/** Narrow which events an endpoint receives. */
interface Filters {
  engineIds?: string[] | undefined;
  labelIds?: string[] | undefined;
}

/** Raw SQL because the tables belong to higher domains, as in the triggers. @throws Refusal `INVALID` */
async function admitFilters(tx: Db, workspaceId: string, { engineIds = [], labelIds = [] }: Filters): Promise<void> {
  const ids = JSON.stringify({ engineIds, labelIds });
  const { rows } = await tx.execute<{ field: string }>(sql`
    select 'engineIds.' || at - 1 as field from jsonb_array_elements_text(${ids}::jsonb -> 'engineIds') with ordinality as wanted (id, at)
    where not exists (select from engines where engines.id = wanted.id::uuid and workspace_id = ${workspaceId})
    union all
    select 'labelIds.' || at - 1 from jsonb_array_elements_text(${ids}::jsonb -> 'labelIds') with ordinality as wanted (id, at)
    where not exists (select from labels where labels.id = wanted.id::uuid and workspace_id = ${workspaceId})`);
  if (rows.length > 0) throw invalid(rows.map(({ field }) => faultAt(field, 'choice')));
}

interface NewEndpoint extends Filters {
  url: string;
  events: string[];
  description: string | null;
}

/** @throws Refusal `FORBIDDEN`, `INVALID` */
export const createEndpoint: Action<NewEndpoint, EndpointWithSecret, Deps> = (
  { db, config, secret: serverSecret },
  actor,
  { url, events, description, engineIds, labelIds },
) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    admitUrl({ config }, url);
    const { workspaceId, userId } = actor;
    await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for('update');
    await admitFilters(tx, workspaceId, { engineIds, labelIds });
    if ((await tx.$count(webhookEndpoints, eq(webhookEndpoints.workspaceId, workspaceId))) >= MAX_WEBHOOKS) {
      throw invalid([faultAt('url', 'mostWebhooks', { maximum: MAX_WEBHOOKS })]);
    }
    const [id, secret] = [newId(), makeSecret()];
    await tx.insert(webhookEndpoints).values({
      id,
      workspaceId,
      createdBy: userId,
      url,
      description,
      events: [...new Set(events)],
      engineIds,
      labelIds,
      secret: secretSeal(serverSecret).seal(secret, id),
    });
    await writeAudit(tx, actor, { action: 'webhook.create', subject: id, details: { host: new URL(url).host } });
    const endpoint = await findEndpoint(tx, workspaceId, id);
    return { result: { secret, endpoint }, events: [webhooksChanged(workspaceId)] };
  });

interface EndpointChange extends Filters {
  id: string;
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | null | undefined;
  state?: (typeof WEBHOOK_STATES)[number] | undefined;
}

/**
 * Re-enabling clears the failure history and sends what is waiting.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `INVALID`
 */
export const updateEndpoint: Action<EndpointChange, EndpointRow, Deps> = (
  { db, clock, config },
  actor,
  { id, url, events, description, state, engineIds, labelIds },
) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    const before = await lockEndpoint(tx, workspaceId, id);
    if (url !== undefined) admitUrl({ config }, url);
    await admitFilters(tx, workspaceId, { engineIds, labelIds });
    await tx
      .update(webhookEndpoints)
      .set({
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events: [...new Set(events)] }),
        ...(description === undefined ? {} : { description }),
        ...(engineIds === undefined ? {} : { engineIds }),
        ...(labelIds === undefined ? {} : { labelIds }),
        ...(state === 'enabled' && before.state !== 'enabled'
          ? { state, disabledBecause: null, failingSince: null, restUntil: null }
          : {}),
        ...(state === 'disabled' && before.state !== 'disabled' ? { state, disabledBecause: 'person' as const } : {}),
        updatedAt: clock.now(),
      })
      .where(eq(webhookEndpoints.id, id));
    const settled = state === 'enabled' ? await settle(tx, { workspaceId, kind: 'webhook-disabled', subject: id }) : [];
    await writeAudit(tx, actor, {
      action: 'webhook.update',
      subject: id,
      details: { ...(url === undefined ? {} : { host: new URL(url).host }), events, engineIds, labelIds, state },
    });
    return { result: await findEndpoint(tx, workspaceId, id), events: [webhooksChanged(workspaceId), ...settled] };
  });

/** Removes an endpoint and its deliveries. @throws Refusal `NOT_FOUND`, `FORBIDDEN` */
export const removeEndpoint: Action<{ id: string }, Record<string, never>> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    const { url } = await lockEndpoint(tx, workspaceId, id);
    const settled = await settle(tx, { workspaceId, kind: 'webhook-disabled', subject: id });
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await writeAudit(tx, actor, { action: 'webhook.remove', subject: id, details: { host: new URL(url).host } });
    return { result: {}, events: [webhooksChanged(workspaceId), ...settled] };
  });

/**
 * Creates a new secret. The previous one also signs for a day, so that receivers can be updated meanwhile.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`
 */
export const rotateSecret: Action<{ id: string }, EndpointWithSecret, Deps> = (
  { db, clock, secret: serverSecret },
  actor,
  { id },
) =>
  db.transaction(async (tx) => {
    authorize(manageWebhooksRefusal(actor));
    const { workspaceId } = actor;
    const before = await lockEndpoint(tx, workspaceId, id);
    const secret = makeSecret();
    await tx
      .update(webhookEndpoints)
      .set({
        secret: secretSeal(serverSecret).seal(secret, id),
        previousSecret: before.secret,
        previousSecretUntil: new Date(clock.now().getTime() + PREVIOUS_SECRET_MS),
        updatedAt: clock.now(),
      })
      .where(eq(webhookEndpoints.id, id));
    await writeAudit(tx, actor, { action: 'webhook.rotate', subject: id });
    const endpoint = await findEndpoint(tx, workspaceId, id);
    return { result: { secret, endpoint }, events: [webhooksChanged(workspaceId)] };
  });
