import { type Action, systemClock } from './action.ts';
import type { Actor } from './actor.ts';
import type { Platform, ToolDeps } from './platform.ts';

/** Dependencies of tools and actions, taken from a running server. */
export const depsOf = (platform: Platform): ToolDeps => ({
  ...platform,
  db: platform.database.db,
  clock: systemClock,
});

/**
 * Performs an action and dispatches its events after the commit, as every edge does.
 * @param author the requesting page (`x-socket-id`), which ignores its own events
 * @throws Refusal; nothing was changed then
 */
export async function perform<Input, Result, By = Actor>(
  platform: Platform,
  action: Action<Input, Result, ToolDeps, By>,
  actor: By,
  input: Input,
  author: string | null = null,
): Promise<Result> {
  const { result, events } = await action(depsOf(platform), actor, input);
  platform.events.dispatch(events, author);
  return result;
}

const SOCKET_ID = /^[\w-]{1,64}$/;

/** The page that sent the request, if it identifies itself. */
export function authorOf(headers: Headers): string | null {
  const socketId = headers.get('x-socket-id');
  return socketId !== null && SOCKET_ID.test(socketId) ? socketId : null;
}
