import type { FlowFault } from '@switchyard/contracts/bots/flow';
import type { Bot, BotDeployment, BotDetail } from '@switchyard/contracts/bots/operations';
import type { Actor } from '../../platform/actor.ts';
import { redactTexts } from '../../platform/hidden-text.ts';
import { buildRefusal, deployRefusal } from './bots.policy.ts';
import type { BotRow, DeploymentRow } from './bots.queries.ts';

/** Maps a bot to the specification's field names. */
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

interface BotContext {
  deployment: DeploymentRow | null;
  faults: FlowFault[];
}

/** Structural keys of flows and faults; their values hold no user-written text. */
const STRUCTURE = new Set(
  'id kind name on campaignId at fileId as answer saveAs test from until to outlet variable method place secretId knowledgeBaseIds type botId nodeId field'.split(
    ' ',
  ),
);

export const presentDetail = (row: BotRow, { deployment, faults }: BotContext, actor: Actor): BotDetail => ({
  ...presentBot(row),
  draft: redactTexts(actor, row.draft, STRUCTURE),
  revision: row.revision,
  faults: redactTexts(actor, faults, STRUCTURE),
  deployment: deployment && presentDeployment(deployment),
  abilities: { edit: buildRefusal(actor) === null, deploy: deployRefusal(actor) === null },
});
