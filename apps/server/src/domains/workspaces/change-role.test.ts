import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { memberOf as actorIn } from '../../../test/act.ts';
import { join, type Someone, signUpSomeone } from '../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { type Action, systemClock } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { changeRole, transferOwnership } from './change-role.ts';
import { lockWorkspace } from './lock-workspace.ts';

// The roles that apply once the workspace is locked decide, whatever they were when the request was made.

let server: TestServer;
let owner: Someone;
let admin: Someone;
let member: Someone;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  [owner, admin, member] = [await signUpSomeone(server), await signUpSomeone(server), await signUpSomeone(server)];
  await join(server, owner, admin, 'admin');
  await join(server, owner, member, 'member');
});
afterAll(() => server?.stop());

const actor = (who: Someone, workspaceRole: Actor['workspaceRole']): Actor => ({
  ...actorIn({ userId: who.userId, workspaceId: owner.workspaceId }),
  workspaceRole,
});
const setRole = (role: string, who: Someone) =>
  sql`update workspace_members set role = ${role} where organization_id = ${owner.workspaceId} and user_id = ${who.userId}`;
const roles = async () => {
  const { rows } = await server.database.pool.query<{ user_id: string; role: string }>(
    'select user_id, role from workspace_members where organization_id = $1',
    [owner.workspaceId],
  );
  return new Map(rows.map((row) => [row.user_id, row.role]));
};

/** Starts an action while another transaction holds the workspace, changes a role and commits. */
async function actDuring<Input>(
  action: Action<Input, unknown>,
  by: Actor,
  input: Input,
  change: ReturnType<typeof sql>,
): Promise<unknown> {
  const { db, pool } = server.database;
  let outcome: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await lockWorkspace(tx, owner.workspaceId);
    outcome = action({ db, clock: systemClock }, by, input).catch((error: unknown) => error);
    await vi.waitFor(async () => {
      const waiting = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting.rowCount).toBe(1);
    });
    await tx.execute(change);
  });
  return outcome;
}

test('somebody demoted meanwhile can change no role and transfer nothing', async () => {
  const demoted = setRole('member', owner);
  const promoted = await actDuring(
    changeRole,
    actor(owner, 'owner'),
    { userId: member.userId, role: 'admin' },
    demoted,
  );
  expect(promoted).toMatchObject({ code: 'FORBIDDEN' });
  const transferred = await actDuring(transferOwnership, actor(owner, 'owner'), { userId: member.userId }, demoted);
  expect(transferred).toMatchObject({ code: 'FORBIDDEN' });
  expect((await roles()).get(member.userId)).toBe('member');
});

test('somebody who has become an owner meanwhile cannot be demoted by an admin', async () => {
  const input = { userId: member.userId, role: 'admin' as const };
  expect(await actDuring(changeRole, actor(admin, 'admin'), input, setRole('owner', member))).toMatchObject({
    code: 'FORBIDDEN',
  });
  expect((await roles()).get(member.userId)).toBe('owner');
});

test('an owner who transfers ownership to themselves is refused and stays owner', async () => {
  const { db } = server.database;
  const transferred = transferOwnership({ db, clock: systemClock }, actor(owner, 'owner'), { userId: owner.userId });
  await expect(transferred).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await roles()).get(owner.userId)).toBe('owner');
});
