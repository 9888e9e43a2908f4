import type { Domain } from '../../platform/domain.ts';
import { boardEffects } from '../automations/index.ts';
import { boardItems } from '../bots/index.ts';
import { automationEffects } from './automation-effects.ts';
import { boardsNotices } from './boards.notices.ts';
import { boardsPersonalData } from './boards.personal-data.ts';
import { boardsRouter } from './boards.routes.ts';
import { boardsTools } from './boards.tools.ts';
import { botItems } from './bot-items.ts';
import { startFormulas } from './jobs/recalculate-formulas.ts';
import { startReminding } from './jobs/remind.ts';

export { templateColumns } from './board-templates.ts';
export { type BoardChange, boardChanged } from './boards.events.ts';
export { changeBoardsRefusal, readItemsRefusal } from './boards.policy.ts';
export {
  type BoardRow,
  type ColumnRow,
  findBoard,
  findItem,
  findLayout,
  type ItemRow,
  listBoards,
  type WholeBoard,
} from './boards.queries.ts';
export { storableValue } from './cell-value.ts';
export { addColumn, createBoard, lockBoard } from './change-board.ts';
export { addItem, insertItem, removeItem, restoreItem, setCell } from './change-items.ts';
export { isMissing, withDefaults } from './column-rules.ts';
export { filterConditions, listItems, notDoneFilter, searchItems } from './list-items.ts';
export { listAssigned } from './my-work.ts';
export { findSimilarItems } from './similar-items.ts';

/** Boards: tables that a team works on together, with items in groups and typed cells. */
export const boardsDomain: Domain = {
  name: 'boards',
  effects: [boardEffects.by(automationEffects), boardItems.by(botItems)],
  notices: boardsNotices,
  keepsFiles: ['exists (select from item_files i where i.file_id = f.id)'],
  routers: { boards: boardsRouter },
  tools: boardsTools,
  async work(platform) {
    const parts = [startFormulas(platform), startReminding(platform)];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
  personalData: boardsPersonalData,
};
