import { type Action, systemClock } from './action.ts';
import type { Actor } from './actor.ts';
import type { Platform, ToolDeps } from './platform.ts';

/** The parts of a running server, as tools and actions take them. */
export const depsOf = (platform: Platform): ToolDeps => ({
  ...platform,
  db: platform.database.db,
  clock: systemClock,
});

/**
 * What an edge does with an action: has it done, and tells what happened after its commit.
 * @param author the page (`x-socket-id`) that asked, which needs not be told
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

/** The page that a request comes from, if it says so. */
export function authorOf(headers: Headers): string | null {
  const given = headers.get('x-socket-id');
  return given !== null && SOCKET_ID.test(given) ? given : null;
}
