import type { Me } from '@switchyard/contracts/accounts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Db } from '../../platform/database/database.ts';
import { operations, signedIn } from '../../platform/http/operations.ts';
import type { Actor } from '../../platform/http/request-context.ts';
import {
  findMembership,
  findWorkspace,
  listWorkspacesOf,
  mayUpdateWorkspace,
  updateWorkspace,
} from '../workspaces/index.ts';
import { mayReadOutbox } from './accounts.policy.ts';
import { presentMail, presentMe } from './accounts.present.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
import { readLoginToken } from './login-token.ts';
import { listOutbox } from './outbox.queries.ts';
import { switchWorkspace } from './switch-workspace.ts';

const { accounts } = operations;

export const accountsRouter = {
  me: accounts.me.use(signedIn).handler(({ context: { actor, platform } }) => readMe(platform.database.db, actor)),

  settings: accounts.settings.handler(({ context: { platform } }) => ({
    demo: platform.config.demo,
    demoAccounts: platform.config.demo
      ? DEMO_ACCOUNTS.map(({ email, label }) => ({ email, label, password: DEMO_PASSWORD }))
      : [],
    version: manifest.version,
    signUp: platform.config.signUp,
  })),

  switchWorkspace: accounts.switchWorkspace.use(signedIn).handler(async ({ context, input, errors }) => {
    const { actor, platform, headers } = context;
    const { db } = platform.database;
    const token = await readLoginToken(headers, platform);
    if (token === null || !(await switchWorkspace(db, token, input.workspaceId))) throw errors.NOT_FOUND();
    const membership = await findMembership(db, actor.userId, { workspaceId: input.workspaceId });
    if (!membership) throw errors.NOT_FOUND();
    return readMe(db, { ...actor, workspaceId: membership.workspaceId, workspaceRole: membership.role });
  }),

  updateWorkspace: accounts.updateWorkspace.use(signedIn).handler(async ({ context, input, errors }) => {
    const { actor, platform } = context;
    if (!mayUpdateWorkspace(actor)) throw errors.FORBIDDEN();
    const faults = await updateWorkspace(platform.database.db, actor.workspaceId, input);
    if (faults.length > 0) throw errors.INVALID({ data: { faults } });
    return readMe(platform.database.db, actor);
  }),

  outbox: accounts.outbox.use(signedIn).handler(async ({ context: { actor, platform }, input, errors }) => {
    if (!mayReadOutbox(actor)) throw errors.FORBIDDEN();
    const { rows, total } = await listOutbox(platform.database.db, input);
    return { data: rows.map(presentMail), total };
  }),
};

async function readMe(db: Db, actor: Actor): Promise<Me> {
  const [workspace, workspaces] = await Promise.all([
    findWorkspace(db, actor.workspaceId),
    listWorkspacesOf(db, actor.userId),
  ]);
  if (!workspace) throw new Error(`workspace ${actor.workspaceId} has gone`);
  return presentMe(actor, workspace, workspaces, new Date());
}
