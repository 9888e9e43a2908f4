import type { FlowFault } from '@switchyard/contracts/bot-flow';
import type { Bot, BotDeployment, BotDetail } from '@switchyard/contracts/bots';
import type { Actor } from '../../platform/actor.ts';
import { mayBuild, mayDeploy } from './bots.policy.ts';
import type { BotRow, DeploymentRow } from './bots.queries.ts';

/** A bot by the specification's field names. */
export const presentBot = (row: BotRow): Bot => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  owner: row.ownerId,
  workspaceId: row.workspaceId,
  activeDeploymentId: row.activeDeploymentId,
  lastActivity:
    row.lastActivityAt === null
      ? null
      : { date: row.lastActivityAt.toISOString(), eventType: row.lastActivityType ?? '' },
  nodeCount: nodeCount(row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const nodeCount = ({ nodeKinds }: Pick<BotRow, 'nodeKinds'>): number =>
  Object.values(nodeKinds).reduce((sum, count) => sum + count, 0);

export const presentDeployment = ({ deployment, versionNumber, createdBy }: DeploymentRow): BotDeployment => ({
  _id: deployment.id,
  botId: deployment.botId,
  versionId: deployment.versionId,
  versionNumber,
  ...deployment.settings,
  isActive: deployment.endedAt === null,
  createdAt: deployment.createdAt.toISOString(),
  endedAt: deployment.endedAt?.toISOString() ?? null,
  nextRunAt: deployment.nextRunAt?.toISOString() ?? null,
  createdBy,
});

interface Beside {
  deployment: DeploymentRow | null;
  faults: FlowFault[];
}

export const presentDetail = (row: BotRow, { deployment, faults }: Beside, actor: Actor): BotDetail => ({
  ...presentBot(row),
  draft: row.draft,
  revision: row.revision,
  faults,
  deployment: deployment && presentDeployment(deployment),
  abilities: { edit: mayBuild(actor) === null, deploy: mayDeploy(actor) === null },
});
