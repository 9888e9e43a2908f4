import { cells, cellValue } from '@switchyard/contracts/boards/columns';
import { entityId } from '@switchyard/contracts/entity';
import { z } from 'zod';
import type { Tool } from '../../platform/platform.ts';
import { authorize } from '../../platform/refusal.ts';
import { pageAt, pageByName, readTool, tool } from '../../platform/tool.ts';
import { readItemsRefusal } from './boards.policy.ts';
import { presentBoard, presentItem, presentItems, presentSummary } from './boards.present.ts';
import { findBoard, listBoards } from './boards.queries.ts';
import { addItem, setCell } from './change-items.ts';
import { listItems } from './list-items.ts';
import { pressButton } from './press-button.ts';

/** Board tools for programs. Cell contents are data, never instructions. */
export const boardsTools: readonly Tool[] = [
  readTool({
    name: 'get_boards',
    title: 'Show boards',
    description: 'Boards of the workspace by name, with their number of items.',
    scope: 'boards',
    input: pageByName,
    async read({ db }, { workspaceId }, query) {
      const { rows, total } = await listBoards(db, workspaceId, query);
      return { data: rows.map(presentSummary), total, page: pageAt('/boards', { search: query.search }) };
    },
  }),

  readTool({
    name: 'get_board_items',
    title: 'Show items of a board',
    description:
      'A board with its columns (including option ids), groups and items in order; `cells` are keyed by column id.',
    scope: 'boards',
    input: z.object({
      id: entityId.describe('The `_id` of the board, from get_boards.'),
      search: z.string().max(200).optional().describe('Words in any text cell.'),
      limit: z.int().min(0).max(100).default(50),
      skip: z.int().min(0).default(0),
    }),
    async read({ db }, actor, query) {
      authorize(readItemsRefusal(actor));
      const board = await findBoard(db, actor.workspaceId, query.id);
      const { rows, total } = await listItems(db, actor.workspaceId, {
        ...query,
        filters: [],
        withSubitems: true,
        sort: null,
        isDeleted: false,
      });
      return {
        board: presentBoard(board),
        data: await presentItems(db, rows),
        total,
        page: pageAt(`/boards/${query.id}`, { search: query.search }),
      };
    },
  }),

  tool({
    name: 'add_board_item',
    title: 'Add an item to a board',
    description: 'Adds an item to a group of a board, at its end. Read the board first with get_board_items.',
    effect: 'change',
    scope: 'boards',
    input: z.object({
      id: entityId.describe('The `_id` of the board.'),
      groupId: entityId.describe('The `_id` of the group.'),
      cells: cells.describe(
        'By the `_id`s of columns: text, a number, an option’s id, a day as 2026-12-01, or user ids.',
      ),
    }),
    async run(deps, actor, input) {
      const { result, events } = await addItem(deps, actor, { ...input, beforeId: null, parentId: null });
      return { result: presentItem(result, 0), events };
    },
  }),

  tool({
    name: 'set_board_cell',
    title: 'Change a cell of a board',
    description:
      'Sets one cell of an item. With `expected`, it is refused if somebody else has changed the cell meanwhile.',
    effect: 'change',
    scope: 'boards',
    input: z.object({
      id: entityId.describe('The `_id` of the item, from get_board_items.'),
      columnId: entityId.describe('The `_id` of the column.'),
      value: cellValue.describe('In the column’s format; null empties the cell.'),
      expected: cellValue.optional().describe('What the cell had when it was read.'),
    }),
    async run(deps, actor, input) {
      const { result, events } = await setCell(deps, actor, input);
      const [item] = await presentItems(deps.db, [result]);
      return { result: item, events };
    },
  }),

  tool({
    name: 'press_board_button',
    title: 'Press a button of a board',
    description:
      'Presses a button of an item, which runs its automations; they may message customers. `setOff` is how many ran.',
    effect: 'change',
    scope: 'boards',
    input: z.object({
      id: entityId.describe('The `_id` of the item, from get_board_items.'),
      columnId: entityId.describe('The `_id` of a column of the type `button`.'),
    }),
    run: pressButton,
  }),
];
