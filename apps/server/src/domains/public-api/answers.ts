import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findEngine, sendingEngineOf } from '../engines/index.ts';

export type Context = Omit<RequestContext, 'actor'> & { actor: Actor };

export const singleAnswer = <Data>(data: Data) => ({ success: true as const, data });
export const pageAnswer = <Item>(data: Item[], page: { limit: number; skip: number }, total: number) => ({
  success: true as const,
  data,
  limit: page.limit,
  skip: page.skip,
  total,
});

/** More engines than any plan allows. */
export const ALL_ENGINES = 200;

/** The engine whose chats are shown: the one for new messages. @throws Refusal `NO_ENGINE` */
export async function engineOf(db: Db, { workspaceId }: Actor) {
  const engine = await sendingEngineOf(db, workspaceId);
  const row = engine && (await findEngine(db, { engineId: engine.id, workspaceId }));
  if (!row) throw new Refusal('NO_ENGINE');
  return row;
}

/** The answer to a request on a chat: the engine has it and executes it as soon as it can. */
export const DONE = { ok: true } as const;
