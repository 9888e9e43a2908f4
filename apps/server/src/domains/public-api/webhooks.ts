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
 * Creates a webhook. Its secret is not answered, which the incumbent's clients do not know: a new one is made in the
 * web app.
 * @throws Refusal `INVALID`
 */
export const createWebhook: Action<NewWebhook, PublicWebhook, EdgeDeps> = async (
  deps,
  actor,
  { url, events, description },
) => {
  const made = await createEndpoint(deps, actor, { url, events, description: description || null });
  return { result: presentWebhook(made.result.endpoint), events: made.events };
};

/** Deletes a webhook; posted again, it is another one. @throws Refusal `NOT_FOUND` */
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
