import { z } from 'zod';
import type { Tool } from '../../platform/platform.ts';
import { pageAt, readTool } from '../../platform/tool.ts';
import { presenceOf } from './engine-presence.ts';
import { presentEngine } from './engines.present.ts';
import { listEngines } from './engines.queries.ts';

/** Engine tools for programs. */
export const engineTools: readonly Tool[] = [
  readTool({
    name: 'get_engines',
    title: 'Show connections',
    description: 'The WhatsApp connections of the workspace: their numbers, whether they are connected, and why not.',
    scope: 'engines',
    input: z.object({}),
    async read(deps, actor) {
      const { rows, total } = await listEngines(deps.db, actor.workspaceId, { limit: 50, skip: 0 });
      const data = rows.map((row) => {
        const { _id, name, status, phoneNumber, trouble, driver } = presentEngine(row, presenceOf(deps, row.id), actor);
        return { _id, name, status, phoneNumber, trouble, driver };
      });
      return { data, total, page: pageAt('/engines') };
    },
  }),
];
