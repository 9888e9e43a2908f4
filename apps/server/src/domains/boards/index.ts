import type { Domain } from '../../platform/domain.ts';
import { boardsRouter } from './boards.routes.ts';
import { boardsTools } from './boards.tools.ts';

export { boardChanged } from './boards.events.ts';
export { changeBoardsRefusal, readItemsRefusal } from './boards.policy.ts';
export { type ColumnRow, findBoard, findLayout, type ItemRow } from './boards.queries.ts';
export { storableValue } from './cell-value.ts';
export { lockBoard } from './change-board.ts';
export { insertItem } from './change-items.ts';
export { passingAll, searchItems } from './list-items.ts';

/** Tables that a team works on together: items in groups, with typed cells. */
export const boardsDomain: Domain = { name: 'boards', routers: { boards: boardsRouter }, tools: boardsTools };
