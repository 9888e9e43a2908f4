import type { Action, ActionDeps } from '../src/platform/action.ts';
import { systemClock } from '../src/platform/action.ts';
import type { Actor } from '../src/platform/actor.ts';
import type { Db } from '../src/platform/database/database.ts';
import type { Hook } from '../src/platform/hooks.ts';
import { createLog } from '../src/platform/logging/log.ts';
import type { Platform } from '../src/platform/platform.ts';

/** A member of this workspace. */
export const memberOf = ({ userId, workspaceId }: { userId: string; workspaceId: string }): Actor => ({
  userId,
  workspaceId,
  email: 'someone@example.test',
  fullName: 'Someone',
  role: 'user',
  workspaceRole: 'owner',
  onBehalfOf: null,
});

/**
 * Runs an action as a member of a workspace, with a database and no server.
 * @param hooks of higher domains; none by default
 * @returns the action's result
 */
export async function act<Input, Result>(
  db: Db,
  who: { userId: string; workspaceId: string },
  action: Action<Input, Result, ActionDeps & Pick<Platform, 'hooks' | 'log'>>,
  input: Input,
  hooks: readonly Hook[] = [],
): Promise<Result> {
  const { result } = await action({ db, clock: systemClock, hooks, log: createLog('silent') }, memberOf(who), input);
  return result;
}
