import { gte, sql } from 'drizzle-orm';
import { readTextsRefusal } from '../../platform/actor.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { boardItems } from '../boards/boards.schema.ts';
import {
  type ColumnRow,
  filterConditions,
  findBoard,
  findLayout,
  findSimilarItems,
  type ItemRow,
  listBoards,
  notDoneFilter,
  searchItems,
} from '../boards/index.ts';
import { type Context, pageAnswer, singleAnswer } from './answers.ts';
import { boardUrl, leadingColumns, presentBoard, presentItem, presentWholeBoard } from './boards.present.ts';
import { agentsOf, changeItem, createItem, MIN_REPORT_SCORE, openBoard, putItems, sourcesOf } from './boards.ts';
import { publicOperations as v1 } from './public-operations.ts';

/** Items of a board for programs. */
async function presentItems({ db, platform }: Context, columns: readonly ColumnRow[], rows: ItemRow[]) {
  const sources = await sourcesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentItem(row, columns, sources.get(row.id), platform.config.publicUrl));
}

async function oneItem(context: Context, row: ItemRow) {
  const { columns } = await findLayout(context.db, row.boardId);
  const [item] = await presentItems(context, columns, [row]);
  if (!item) throw new Error('an item was not presented');
  return item;
}

export const boards = {
  list: v1.boards.list.handler(async ({ context: { db, actor, platform }, input: { query } }) => {
    const { order: byAge, ...page } = query;
    const { rows, total } = await listBoards(db, actor.workspaceId, { ...page, byAge });
    const agents = await agentsOf(
      db,
      rows.map(({ id }) => id),
    );
    const data = rows.map((row) => presentBoard(row, agents.get(row.id), platform.config.publicUrl));
    return pageAnswer(data, page, total);
  }),
  create: v1.boards.create.handler(async ({ context: { perform, platform }, input: { body } }) => {
    const { board, agent } = await perform(openBoard, body);
    return singleAnswer(presentWholeBoard(board, agent, platform.config.publicUrl));
  }),
  get: v1.boards.get.handler(async ({ context: { db, actor, platform }, input: { params } }) => {
    const board = await findBoard(db, actor.workspaceId, params.id);
    const agents = await agentsOf(db, [board.id]);
    return singleAnswer(presentWholeBoard(board, agents.get(board.id), platform.config.publicUrl));
  }),
  items: v1.boards.items.handler(async ({ context, input: { params, query } }) => {
    const { db, actor } = context;
    authorize(readTextsRefusal(actor));
    const { status: label, order: byAge, active_only: isActive, updated_since: since, ...page } = query;
    const { id, columns } = await findBoard(db, actor.workspaceId, params.boardId);
    const { status } = leadingColumns(columns);
    const statusOption = status?.options.find(({ name }) => name.toLowerCase() === label?.trim().toLowerCase());
    if (label !== undefined && !(status && statusOption)) return pageAnswer([], page, 0);
    const filters =
      status && statusOption ? [{ columnId: status.id, test: 'is' as const, value: statusOption.id }] : [];
    const days = isActive ? (await agentsOf(db, [id])).get(id)?.retentionDays : 0;
    const { rows, total } = await searchItems(
      db,
      columns,
      { ...page, id, byAge, filters, sort: null, isDeleted: false, withSubitems: true },
      [
        ...(isActive ? filterConditions(columns, notDoneFilter(columns)) : []),
        ...(days ? [gte(boardItems.updatedAt, sql`now() - make_interval(days => ${days})`)] : []),
        ...(since ? [gte(boardItems.updatedAt, since)] : []),
      ],
    );
    return pageAnswer(await presentItems(context, columns, rows), page, total);
  }),
  createItem: v1.boards.createItem.handler(async ({ context, input: { params, body } }) => {
    const { item, did } = await context.perform(createItem, { ...params, given: body });
    return singleAnswer({ ...(await oneItem(context, item)), merged: did === 'created' ? undefined : (true as const) });
  }),
  updateItem: v1.boards.updateItem.handler(async ({ context, input: { params, body } }) => {
    if (Object.keys(body).length === 0) throw invalid([{ field: 'body', message: 'Nothing to change was given.' }]);
    const { deleted, note: _, ...given } = body;
    return singleAnswer(await oneItem(context, await context.perform(changeItem, { ...params, given, deleted })));
  }),
  bulkItems: v1.boards.bulkItems.handler(async ({ context, input: { params, body } }) => {
    const { board, put } = await context.perform(putItems, { ...params, items: body.items });
    const agent = (await agentsOf(context.db, [board.id])).get(board.id);
    const created = new Set(put.filter(({ did }) => did === 'created').map(({ item }) => item.id));
    const changed = put.filter(({ item, did }) => did === 'merged' && !created.has(item.id));
    // For an item named by several rows, its final state.
    const latest = new Map(put.map(({ item }) => [item.id, item]));
    const shown = (ids: Iterable<string>) =>
      presentItems(
        context,
        board.columns,
        [...ids].flatMap((id) => latest.get(id) ?? []),
      );
    return singleAnswer({
      created: await shown(created),
      updated: await shown(new Set(changed.map(({ item }) => item.id))),
      unchanged: put.filter(({ did }) => did === 'unchanged').length,
      board: {
        board_id: board.id,
        name: board.name,
        description: agent?.description ?? undefined,
        domain: agent?.domain,
        web_url: boardUrl(context.platform.config.publicUrl, board.id),
      },
    });
  }),
  findSimilar: v1.boards.findSimilar.handler(async ({ context: { db, actor }, input: { params, body } }) => {
    authorize(readTextsRefusal(actor));
    const { id: boardId, columns } = await findBoard(db, actor.workspaceId, params.boardId);
    const texts = body.candidates.map(({ text }) => text);
    const found = await findSimilarItems(db, { boardId, columns, texts, leastScore: MIN_REPORT_SCORE });
    const hit = new Set(found.map(({ at }) => at));
    return singleAnswer({
      matches: found.map(({ at, itemId, text, score }) => ({ candidate_index: at, item_id: itemId, text, score })),
      misses: texts.flatMap((_, at) => (hit.has(at) ? [] : [at])),
    });
  }),
};
