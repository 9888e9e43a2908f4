import { lineOfText } from '@switchyard/contracts/entity';
import { z } from 'zod';
import { invalid } from '../../platform/refusal.ts';
import { type Tool, tool } from '../../platform/tool.ts';
import { presentBot } from './bots.present.ts';
import { listBots } from './bots.queries.ts';
import { undeployBot } from './deploy-bot.ts';

/** Bots for programs. Whom a bot may answer is chosen where it can be seen: none is deployed from here. */
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
      return { result: { data, total }, events: [] };
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
    async run(parts, actor, { name, running }) {
      const { rows } = await listBots(parts.db, actor.workspaceId, { search: name, sort: 'name', limit: 100, skip: 0 });
      const [bot, other] = rows.filter((row) => row.name.toLowerCase() === name.toLowerCase());
      if (!bot || other)
        throw invalid([{ field: 'name', message: `There ${bot ? 'are several bots' : 'is no bot'} named “${name}”.` }]);
      return undeployBot(parts, actor, { id: bot.id, running });
    },
  }),
];
