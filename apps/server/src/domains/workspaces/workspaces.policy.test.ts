import { WORKSPACE_ROLES, type WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { expect, test } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import {
  changeRoleRefusal,
  deleteWorkspaceRefusal,
  giveRoleRefusal,
  removeMemberRefusal,
  transferRefusal,
  updateWorkspaceRefusal,
} from './workspaces.policy.ts';

const by = (workspaceRole: WorkspaceRole, onBehalfOf: Actor['onBehalfOf'] = null) => ({
  userId: 'me',
  workspaceRole,
  onBehalfOf,
});
const somebody = (role: WorkspaceRole, userId = 'other') => ({ userId, role });
const SUPPORT = { userId: 'x', email: 'x', fullName: 'x', role: 'user' } as const;

// Lists everybody who may; anybody else may not.
const ACTS: [string, (actor: ReturnType<typeof by>) => unknown, WorkspaceRole[]][] = [
  ['update the workspace', updateWorkspaceRefusal, ['owner', 'admin']],
  ['give the owner role', (actor) => giveRoleRefusal(actor, 'owner'), ['owner']],
  ['give the admin role', (actor) => giveRoleRefusal(actor, 'admin'), ['owner', 'admin']],
  ['give the member role', (actor) => giveRoleRefusal(actor, 'member'), ['owner', 'admin']],
  ['demote an owner', (actor) => changeRoleRefusal(actor, somebody('owner'), 'member'), ['owner']],
  ['make a member an owner', (actor) => changeRoleRefusal(actor, somebody('member'), 'owner'), ['owner']],
  ['make a member an admin', (actor) => changeRoleRefusal(actor, somebody('member'), 'admin'), ['owner', 'admin']],
  ['remove an owner', (actor) => removeMemberRefusal(actor, somebody('owner')), ['owner']],
  ['remove an admin', (actor) => removeMemberRefusal(actor, somebody('admin')), ['owner', 'admin']],
  ['remove themselves', (actor) => removeMemberRefusal(actor, somebody('member', 'me')), []],
  ['transfer ownership to a member', (actor) => transferRefusal(actor, somebody('member')), ['owner']],
  ['transfer ownership to another owner', (actor) => transferRefusal(actor, somebody('owner')), ['owner']],
  ['transfer ownership to themselves', (actor) => transferRefusal(actor, somebody('owner', 'me')), []],
  ['delete the workspace', deleteWorkspaceRefusal, ['owner']],
];

test.each(ACTS)('%s', (_what, refusal, allowed) => {
  expect(WORKSPACE_ROLES.filter((role) => refusal(by(role)) === null).sort()).toEqual([...allowed].sort());
  for (const role of WORKSPACE_ROLES) expect(refusal(by(role, SUPPORT)), `${role} in support mode`).not.toBeNull();
});
