import type { Action, ActionParts } from '../src/platform/action.ts';
import { systemClock } from '../src/platform/action.ts';
import type { Actor } from '../src/platform/actor.ts';
import type { Db } from '../src/platform/database/database.ts';

/** Somebody who works in this workspace. */
export const memberOf = ({ userId, workspaceId }: { userId: string; workspaceId: string }): Actor => ({
  userId,
  workspaceId,
  email: 'someone@example.test',
  fullName: 'Someone',
  role: 'user',
  workspaceRole: 'owner',
  onBehalfOf: null,
});

/** Has somebody of a workspace do something, with a database and no server. @returns the action's result */
export async function act<Input, Result>(
  db: Db,
  who: { userId: string; workspaceId: string },
  action: Action<Input, Result, ActionParts>,
  input: Input,
): Promise<Result> {
  const { result } = await action({ db, clock: systemClock }, memberOf(who), input);
  return result;
}
