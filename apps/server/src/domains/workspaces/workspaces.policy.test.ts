import { WORKSPACE_ROLES, type WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { expect, test } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import {
  mayChangeRole,
  mayDeleteWorkspace,
  mayGiveRole,
  mayRemoveMember,
  mayTransfer,
  mayUpdateWorkspace,
} from './workspaces.policy.ts';

const by = (workspaceRole: WorkspaceRole, onBehalfOf: Actor['onBehalfOf'] = null) => ({
  userId: 'me',
  workspaceRole,
  onBehalfOf,
});
const somebody = (role: WorkspaceRole, userId = 'other') => ({ userId, role });
const SUPPORT = { userId: 'x', email: 'x', fullName: 'x', role: 'user' } as const;

// Who may is all that stands here; anybody else may not.
const ACTS: [string, (actor: ReturnType<typeof by>) => unknown, WorkspaceRole[]][] = [
  ['update the workspace', mayUpdateWorkspace, ['owner', 'admin']],
  ['give the role of an owner', (actor) => mayGiveRole(actor, 'owner'), ['owner']],
  ['give the role of an admin', (actor) => mayGiveRole(actor, 'admin'), ['owner', 'admin']],
  ['give the role of a member', (actor) => mayGiveRole(actor, 'member'), ['owner', 'admin']],
  ['demote an owner', (actor) => mayChangeRole(actor, somebody('owner'), 'member'), ['owner']],
  ['make a member an owner', (actor) => mayChangeRole(actor, somebody('member'), 'owner'), ['owner']],
  ['make a member an admin', (actor) => mayChangeRole(actor, somebody('member'), 'admin'), ['owner', 'admin']],
  ['remove an owner', (actor) => mayRemoveMember(actor, somebody('owner')), ['owner']],
  ['remove an admin', (actor) => mayRemoveMember(actor, somebody('admin')), ['owner', 'admin']],
  ['remove themselves', (actor) => mayRemoveMember(actor, somebody('member', 'me')), []],
  ['hand over to a member', (actor) => mayTransfer(actor, somebody('member')), ['owner']],
  ['hand over to another owner', (actor) => mayTransfer(actor, somebody('owner')), ['owner']],
  ['hand over to themselves', (actor) => mayTransfer(actor, somebody('owner', 'me')), []],
  ['delete the workspace', mayDeleteWorkspace, ['owner']],
];

test.each(ACTS)('%s', (_what, refusal, allowed) => {
  expect(WORKSPACE_ROLES.filter((role) => refusal(by(role)) === null).sort()).toEqual([...allowed].sort());
  for (const role of WORKSPACE_ROLES) expect(refusal(by(role, SUPPORT)), `${role} in support mode`).not.toBeNull();
});
