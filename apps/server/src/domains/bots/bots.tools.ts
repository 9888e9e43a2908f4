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
    description: 'The bots of the workspace by their names, whether each answers anybody now, and when it last did.',
    effect: 'read',
    scope: 'bots',
    input: z.object({
      search: z.string().max(200).optional().describe('Part of the name or of the description.'),
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
    description: 'Takes a bot off: it begins no conversation any more. Those that run go on, or are ended.',
    effect: 'change',
    scope: 'bots',
    input: z.object({
      name: lineOfText(200).describe('Its whole name, from get_bots.'),
      running: z.enum(['stay', 'end']).default('stay').describe('What becomes of conversations that run.'),
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
    title: 'Have a bot answer again',
    description:
      'Puts a bot that was taken off on again, just as it was: the same version for the same people. Refused when it has been put on since.',
    effect: 'change',
    scope: 'bots',
    input: z.object({
      deploymentId: entityId.describe('As stop_bot answered.'),
      name: z.string().max(200).describe('Of the bot: refused when it is another’s, for whoever is asked reads it.'),
    }),
    async run(deps, actor, { deploymentId, name }) {
      const was = await endedDeployment(deps.db, actor.workspaceId, deploymentId);
      if (!was) throw new Refusal('NOT_FOUND');
      if (was.name !== name) throw invalid([{ field: 'name', message: 'The bot has another name.' }]);
      if (await activeDeployment(deps.db, was.botId))
        throw invalid([{ field: 'deploymentId', message: 'The bot has been put on since.' }]);
      const { botId: id, versionId, settings } = was;
      const { events } = await deployBot(deps, actor, { id, versionId, settings, running: 'stay' });
      return { result: { _id: id, name: was.name }, events };
    },
  }),
];
