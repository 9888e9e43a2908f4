import type { AuditAction } from '@switchyard/contracts/domains';
import type { InstallationWorkspace } from '@switchyard/contracts/installation/operations';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import {
  closeWorkspace,
  lockWorkspace,
  reinstateWorkspace as reinstate,
  reopenWorkspace,
  suspendWorkspace as suspend,
} from '../workspaces/index.ts';
import { manageInstallationRefusal } from './installation.policy.ts';
import { findInstalledWorkspace } from './workspaces.queries.ts';

type Deps = ActionDeps & Pick<EdgeDeps, 'hooks' | 'log'>;

/**
 * An action of a platform admin on a workspace; its owners see it in their audit log.
 * @throws Refusal `FORBIDDEN`, `NOT_FOUND`
 */
const workspaceAction =
  (
    action: AuditAction,
    work: (deps: Deps, tx: Db, workspaceId: string) => Promise<DomainEvent[]>,
  ): Action<{ id: string }, InstallationWorkspace, Deps> =>
  (deps, actor, { id }) =>
    deps.db.transaction(async (tx) => {
      authorize(manageInstallationRefusal(actor));
      await lockWorkspace(tx, id);
      const events = await work(deps, tx, id);
      await writeAudit(tx, actor, { action, workspaceId: id, subject: id, details: { byPlatform: true } });
      const result = await findInstalledWorkspace(tx, id);
      if (!result) throw new Refusal('NOT_FOUND');
      return { result, events };
    });

/** Suspends a workspace at once, including keys and clients, and stops its engines. Reversible. */
export const suspendWorkspace = workspaceAction('workspace.suspend', suspend);

export const reinstateWorkspace = workspaceAction('workspace.reinstate', reinstate);

export const deleteWorkspace = workspaceAction(
  'workspace.delete',
  async (deps, tx, id) => (await closeWorkspace(deps, tx, id)).events,
);

export const cancelInstalledWorkspaceDeletion = workspaceAction('workspace.keep', reopenWorkspace);
