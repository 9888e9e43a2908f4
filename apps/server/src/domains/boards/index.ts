import type { Domain } from '../../platform/domain.ts';
import { boardsRouter } from './boards.routes.ts';
import { boardsTools } from './boards.tools.ts';

/** Tables that a team works on together: items in groups, with typed cells. */
export const boardsDomain: Domain = { name: 'boards', routers: { boards: boardsRouter }, tools: boardsTools };
