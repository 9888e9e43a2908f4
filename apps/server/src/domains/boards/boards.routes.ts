import type { BoardItem } from '@switchyard/contracts/boards/operations';
import type { Db } from '../../platform/database/database.ts';
import { operations } from '../../platform/http/operations.ts';
import { authorize } from '../../platform/refusal.ts';
import { sightOf } from '../messages/index.ts';
import { addFromMessage, readMessage } from './add-from-message.ts';
import { readItemsRefusal } from './boards.policy.ts';
import {
  presentAssigned,
  presentBoard,
  presentChange,
  presentCheck,
  presentComment,
  presentDetails,
  presentItem,
  presentItems,
  presentSummary,
} from './boards.present.ts';
import {
  countSubitems,
  findBoard,
  findItem,
  findItems,
  type ItemRow,
  listBoards,
  listHistory,
} from './boards.queries.ts';
import {
  addColumn,
  addGroup,
  changeColumn,
  changeGroup,
  createBoard,
  removeBoard,
  removeColumn,
  removeGroup,
  removeView,
  renameBoard,
  restoreBoard,
  saveView,
} from './change-board.ts';
import { addItem, moveItem, removeItem, restoreItem, setCell } from './change-items.ts';
import { addRows, removeRows, setCells } from './change-many.ts';
import { addDependency, listDependencies, removeDependency } from './dependencies.ts';
import {
  addCheck,
  addComment,
  changeCheck,
  listComments,
  readDetails,
  removeCheck,
  removeComment,
} from './item-details.ts';
import { setPlan } from './item-plan.ts';
import { listItems } from './list-items.ts';
import { findByTitle, listAssigned, listOfChat } from './my-work.ts';
import { pressButton } from './press-button.ts';
import { publishPresence } from './publish-presence.ts';
import { scheduleFromItem } from './schedule-from-item.ts';

const { boards } = operations;

const presentOne = async (db: Db, row: ItemRow): Promise<BoardItem> =>
  presentItem(row, (await countSubitems(db, [row.id])).get(row.id) ?? 0);

export const boardsRouter = {
  list: boards.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listBoards(db, actor.workspaceId, input);
    return { data: rows.map(presentSummary), total };
  }),
  create: boards.create.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(createBoard, input)),
  ),
  read: boards.read.handler(async ({ context: { actor, db }, input }) =>
    presentBoard(await findBoard(db, actor.workspaceId, input.id)),
  ),
  rename: boards.rename.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(renameBoard, input)),
  ),
  remove: boards.remove.handler(({ context: { perform }, input }) => perform(removeBoard, input)),
  restore: boards.restore.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(restoreBoard, input)),
  ),

  addColumn: boards.addColumn.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(addColumn, input)),
  ),
  changeColumn: boards.changeColumn.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(changeColumn, input)),
  ),
  removeColumn: boards.removeColumn.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(removeColumn, input)),
  ),
  addGroup: boards.addGroup.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(addGroup, input)),
  ),
  changeGroup: boards.changeGroup.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(changeGroup, input)),
  ),
  removeGroup: boards.removeGroup.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(removeGroup, input)),
  ),
  saveView: boards.saveView.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(saveView, input)),
  ),
  removeView: boards.removeView.handler(async ({ context: { perform }, input }) =>
    presentBoard(await perform(removeView, input)),
  ),

  items: boards.items.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    const { rows, total } = await listItems(db, actor.workspaceId, input);
    return { data: await presentItems(db, rows), total };
  }),
  addItem: boards.addItem.handler(async ({ context: { perform }, input }) =>
    presentItem(await perform(addItem, input), 0),
  ),
  readItem: boards.readItem.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    return presentOne(db, await findItem(db, actor.workspaceId, input.id));
  }),
  setCell: boards.setCell.handler(async ({ context: { db, perform }, input }) =>
    presentOne(db, await perform(setCell, input)),
  ),
  pressButton: boards.pressButton.handler(({ context: { perform }, input }) => perform(pressButton, input)),
  setCells: boards.setCells.handler(({ context: { perform }, input }) => perform(setCells, input)),
  addRows: boards.addRows.handler(({ context: { perform }, input }) => perform(addRows, input)),
  removeRows: boards.removeRows.handler(({ context: { perform }, input }) => perform(removeRows, input)),
  readItems: boards.readItems.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    return { data: await presentItems(db, await findItems(db, actor.workspaceId, input.id, input.ids)) };
  }),
  moveItem: boards.moveItem.handler(async ({ context: { db, perform }, input }) =>
    presentOne(db, await perform(moveItem, input)),
  ),
  removeItem: boards.removeItem.handler(async ({ context: { db, perform }, input }) =>
    presentOne(db, await perform(removeItem, input)),
  ),
  restoreItem: boards.restoreItem.handler(async ({ context: { db, perform }, input }) =>
    presentOne(db, await perform(restoreItem, input)),
  ),
  history: boards.history.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    const { rows, total } = await listHistory(db, actor.workspaceId, input);
    return { data: rows.map(presentChange), total };
  }),
  myWork: boards.myWork.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    const { rows, total } = await listAssigned(db, actor, input);
    return { data: rows.map(presentAssigned), total };
  }),
  addFromMessage: boards.addFromMessage.handler(async ({ context: { actor, db, perform, platform }, input }) => {
    const { engineId, chat, boardId } = input;
    const message = await readMessage(
      platform.database.pool,
      { workspaceId: actor.workspaceId, sight: await sightOf(db, actor) },
      input,
    );
    const { item, title, boardName } = await perform(addFromMessage, { engineId, chat, message, boardId });
    return { ...presentItem(item, 0), title, boardName };
  }),
  ofChat: boards.ofChat.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    const { rows, total } = await listOfChat(db, actor.workspaceId, input);
    return { data: rows.map(presentAssigned), total };
  }),
  findItems: boards.findItems.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    const { rows, total } = await findByTitle(db, actor.workspaceId, input);
    return { data: rows.map(presentAssigned), total };
  }),
  details: boards.details.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    return presentDetails(await readDetails(db, actor.workspaceId, input.id));
  }),
  setPlan: boards.setPlan.handler(({ context: { perform }, input }) => perform(setPlan, input)),
  addDependency: boards.addDependency.handler(({ context: { perform }, input }) => perform(addDependency, input)),
  removeDependency: boards.removeDependency.handler(({ context: { perform }, input }) =>
    perform(removeDependency, input),
  ),
  dependencies: boards.dependencies.handler(({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    return listDependencies(db, actor.workspaceId, input);
  }),
  scheduleMessage: boards.scheduleMessage.handler(({ context: { perform }, input }) =>
    perform(scheduleFromItem, input),
  ),
  tellPresence: boards.tellPresence.handler(({ context: { perform }, input }) => perform(publishPresence, input)),
  addCheck: boards.addCheck.handler(async ({ context: { perform }, input }) =>
    presentCheck(await perform(addCheck, input)),
  ),
  changeCheck: boards.changeCheck.handler(async ({ context: { perform }, input }) =>
    presentCheck(await perform(changeCheck, input)),
  ),
  removeCheck: boards.removeCheck.handler(({ context: { perform }, input }) => perform(removeCheck, input)),
  comments: boards.comments.handler(async ({ context: { actor, db }, input }) => {
    authorize(readItemsRefusal(actor));
    const { rows, total } = await listComments(db, actor.workspaceId, input);
    return { data: rows.map((row) => presentComment(row, actor.userId)), total };
  }),
  addComment: boards.addComment.handler(async ({ context: { actor, perform }, input }) =>
    presentComment(await perform(addComment, input), actor.userId),
  ),
  removeComment: boards.removeComment.handler(({ context: { perform }, input }) => perform(removeComment, input)),
};
