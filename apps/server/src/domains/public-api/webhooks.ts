import type { PublicWebhook } from '@switchyard/contracts/public-api/webhooks';
import type { Action } from '../../platform/action.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { createEndpoint, removeEndpoint } from '../webhooks/index.ts';
import { forgetAnswers } from './once.ts';
import { presentWebhook } from './public-api.present.ts';

interface NewWebhook {
  url: string;
  events: string[];
  description?: string | undefined;
}

/**
 * Creates a webhook. The response omits the secret, which the incumbent's clients do not expect; the web app can create
 * a new one.
 * @throws Refusal `INVALID`
 */
export const createWebhook: Action<NewWebhook, PublicWebhook, EdgeDeps> = async (
  deps,
  actor,
  { url, events, description },
) => {
  const created = await createEndpoint(deps, actor, { url, events, description: description || null });
  return { result: presentWebhook(created.result.endpoint), events: created.events };
};

/** Deletes a webhook; posting it again creates another one. @throws Refusal `NOT_FOUND` */
export const deleteWebhook: Action<{ id: string }, { id: string; deleted: true }, EdgeDeps> = (
  { db, ...deps },
  actor,
  { id },
) =>
  db.transaction(async (tx) => {
    const { events } = await removeEndpoint({ ...deps, db: tx }, actor, { id });
    await forgetAnswers(tx, actor.workspaceId, id);
    return { result: { id, deleted: true }, events };
  });
