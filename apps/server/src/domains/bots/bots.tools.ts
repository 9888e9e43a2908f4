import { entityId, lineOfText } from '@switchyard/contracts/entity';
import { z } from 'zod';
import type { Tool } from '../../platform/platform.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { pageAt, tool, type UndoCall } from '../../platform/tool.ts';
import { presentBot } from './bots.present.ts';
import { activeDeployment, endedDeployment, listBots } from './bots.queries.ts';
import { deployBot, undeployBot } from './deploy-bot.ts';

/**
 * Bot tools for programs. The audience is chosen on screen, so these tools only redeploy a bot with its last settings.
 */
export const botTools: readonly Tool[] = [
  tool({
    name: 'get_bots',
    title: 'Show bots',
    description: 'The workspace’s bots by name: whether each is deployed, and when it was last active.',
    effect: 'read',
    scope: 'bots',
    input: z.object({
      search: z.string().max(200).optional().describe('Part of the name or description.'),
      limit: z.int().min(0).max(100).default(20),
      skip: z.int().min(0).default(0),
    }),
    async run({ db }, { workspaceId }, query) {
      const { rows, total } = await listBots(db, workspaceId, { ...query, sort: 'name' });
      const data = rows.map((row) => {
        const { _id, name, description, activeDeploymentId, lastActivity } = presentBot(row);
        return { _id, name, description, isDeployed: activeDeploymentId !== null, lastActivity };
      });
      return { result: { data, total, page: pageAt('/bot-list-view', { search: query.search }) }, events: [] };
    },
  }),

  tool({
    name: 'stop_bot',
    title: 'Stop a bot',
    description: 'Undeploys a bot: it starts no more conversations. Running ones continue or are ended.',
    effect: 'change',
    scope: 'bots',
    input: z.object({
      name: lineOfText(200).describe('Its full name, from get_bots.'),
      running: z.enum(['stay', 'end']).default('stay').describe('What happens to running conversations.'),
    }),
    async run(deps, actor, { name, running }) {
      const { rows } = await listBots(deps.db, actor.workspaceId, { search: name, sort: 'name', limit: 100, skip: 0 });
      const [bot, other] = rows.filter((row) => row.name.toLowerCase() === name.toLowerCase());
      if (!bot || other)
        throw invalid([{ field: 'name', message: `There ${bot ? 'are several bots' : 'is no bot'} named “${name}”.` }]);
      const before = await activeDeployment(deps.db, bot.id);
      const { result, events } = await undeployBot(deps, actor, { id: bot.id, running });
      const undo: UndoCall | null = before && {
        tool: 'resume_bot',
        args: { name: bot.name, deploymentId: before.deployment.id },
        name: bot.name,
      };
      return { result: { ...result, ...(undo ? { undo } : {}) }, events };
    },
  }),

  tool({
    name: 'resume_bot',
    title: 'Start a bot again',
    description:
      'Deploys a stopped bot again as it was: the same version for the same people. Refused if it has been deployed since.',
    effect: 'change',
    scope: 'bots',
    input: z.object({
      deploymentId: entityId.describe('As returned by stop_bot.'),
      name: z.string().max(200).describe('The bot’s name, shown in the confirmation. Refused if it has another.'),
    }),
    async run(deps, actor, { deploymentId, name }) {
      const was = await endedDeployment(deps.db, actor.workspaceId, deploymentId);
      if (!was) throw new Refusal('NOT_FOUND');
      if (was.name !== name) throw invalid([{ field: 'name', message: 'The bot has another name.' }]);
      if (await activeDeployment(deps.db, was.botId))
        throw invalid([{ field: 'deploymentId', message: 'The bot has been deployed since.' }]);
      const { botId: id, versionId, settings } = was;
      const { events } = await deployBot(deps, actor, { id, versionId, settings, running: 'stay' });
      return { result: { _id: id, name: was.name }, events };
    },
  }),
];
