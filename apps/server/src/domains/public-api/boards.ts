import type { CellValue } from '@switchyard/contracts/boards/columns';
import { isChosen, isNumeric } from '@switchyard/contracts/boards/columns';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { BoardDomain, ItemToCreate, SomeOfItem } from '@switchyard/contracts/public-api/boards';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { boards } from '../boards/boards.schema.ts';
import {
  addColumn,
  addItem,
  type ColumnRow,
  createBoard,
  filterConditions,
  findBoard,
  findItem,
  findSimilarItems,
  type ItemRow,
  lockBoard,
  notDoneFilter,
  removeItem,
  restoreItem,
  setCell,
  storableValue,
  templateColumns,
  type WholeBoard,
} from '../boards/index.ts';
import { type AgentBoardRow, type ItemSourceRow, leadingColumns } from './boards.present.ts';
import { agentBoards, itemSources } from './public-api.schema.ts';

// ── Boards ──────────────────────────────────────────────────────────────────────────────────────────────

const LABELS: Record<BoardDomain, string> = { tasks: 'Tasks', leads: 'Leads', invoices: 'Invoices' };
const SOURCE = { name: 'Source', type: 'text' } as const;
const generic = templateColumns.tasks.filter(({ type }) => type === 'priority' || type === 'date');
/** Columns of a board in addition to its template's. */
const MORE_COLUMNS: Record<BoardDomain | 'custom', typeof generic> = {
  tasks: [SOURCE],
  leads: [...generic, SOURCE, { name: 'Company', type: 'text' }, { name: 'Value', type: 'number' }],
  invoices: [...generic, SOURCE, { name: 'Amount', type: 'number' }],
  custom: [...generic, SOURCE],
};

const isBuiltIn = (domain: string): domain is BoardDomain => Object.hasOwn(LABELS, domain);

interface Opening {
  domain?: BoardDomain | undefined;
  entity_kind?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  agent_id: string;
  memory_retention_days: number;
}

/** The requested domain. @throws Refusal `INVALID` if there is none, or two */
function domainOf({ domain, entity_kind: kind }: Opening): string {
  if (domain && kind !== undefined) throw invalid([faultAt('entity_kind', 'choice')]);
  if (domain) return domain;
  if (kind === undefined) throw invalid([faultAt('domain', 'missing')]);
  const slug = kind
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (slug === '') throw invalid([faultAt('entity_kind', 'empty')]);
  return isBuiltIn(slug) ? slug : `custom:${slug}`;
}

/** Finds an agent's board for a domain, or creates it. @throws Refusal `INVALID` */
export const openBoard: Action<Opening, { board: WholeBoard; agent: AgentBoardRow }> = (
  { db, ...deps },
  actor,
  given,
) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    const domain = domainOf(given);
    const { agent_id: agentId, description, memory_retention_days: retentionDays } = given;
    const key = `board ${JSON.stringify([workspaceId, agentId, domain])}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const [existing] = await tx
      .select({ agent: agentBoards })
      .from(agentBoards)
      .innerJoin(boards, and(eq(boards.id, agentBoards.boardId), isNull(boards.deletedAt)))
      .where(
        and(eq(agentBoards.workspaceId, workspaceId), eq(agentBoards.agentId, agentId), eq(agentBoards.domain, domain)),
      );
    if (existing)
      return { result: { ...existing, board: await findBoard(tx, workspaceId, existing.agent.boardId) }, events: [] };
    const builtIn = isBuiltIn(domain) ? domain : null;
    if (!builtIn && description === undefined) throw invalid([faultAt('description', 'missing')]);
    const parts = { ...deps, db: tx };
    const name = given.name ?? (builtIn ? LABELS[builtIn] : `🤖 ${given.entity_kind}`);
    const template = domain === 'tasks' ? 'tasks' : 'blank';
    const created = await createBoard(parts, actor, { name, template });
    let { result: board } = created;
    const events = [...created.events];
    for (const column of MORE_COLUMNS[builtIn ?? 'custom']) {
      const added = await addColumn(parts, actor, { ...column, id: board.id });
      board = added.result;
      events.push(...added.events);
    }
    // An earlier board, if any, was deleted.
    const row = { boardId: board.id, description: description ?? null, retentionDays };
    const [agent] = await tx
      .insert(agentBoards)
      .values({ workspaceId, agentId, domain, ...row })
      .onConflictDoUpdate({ target: [agentBoards.workspaceId, agentBoards.agentId, agentBoards.domain], set: row })
      .returning();
    if (!agent) throw new Error('a board was not stored');
    return { result: { board, agent }, events };
  });

/** Agent data of boards that programs have made, by board id. */
export async function agentsOf(db: Db, ids: string[]): Promise<Map<string, AgentBoardRow>> {
  const rows = ids.length > 0 ? await db.select().from(agentBoards).where(inArray(agentBoards.boardId, ids)) : [];
  return new Map(rows.map((row) => [row.boardId, row]));
}

/** Sources of items, by item id. */
export async function sourcesOf(db: Db, ids: string[]): Promise<Map<string, ItemSourceRow>> {
  const rows = ids.length > 0 ? await db.select().from(itemSources).where(inArray(itemSources.itemId, ids)) : [];
  return new Map(rows.map((row) => [row.itemId, row]));
}

// ── Items ───────────────────────────────────────────────────────────────────────────────────────────────

const folded = (text: string): string => text.trim().toLowerCase();
/** A timestamp, of which only the date is used. */
const DAY_OF_MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]\d/;

/**
 * Converts a program's value for our column, or returns a text about what is wrong; the board itself checks the rest.
 */
function readValue(column: ColumnRow, given: string | number): { value: CellValue } | { wrong: string } {
  const text = String(given).trim();
  if (column.type === 'people') {
    return { wrong: `The column "${column.name}" contains people, which cannot be set here.` };
  }
  if (text === '') return { value: null };
  if (isChosen(column.type)) {
    const option = column.options.find(({ name }) => folded(name) === folded(text));
    if (option) return { value: option.id };
    return { wrong: `"${text.slice(0, 60)}" is none of: ${column.options.map(({ name }) => name).join(', ')}.` };
  }
  if (isNumeric(column.type)) {
    return { value: typeof given === 'number' || Number.isFinite(Number(text)) ? Number(text) : text };
  }
  if (column.type === 'checkbox') {
    const isOn = folded(text) === 'true';
    return isOn || folded(text) === 'false' ? { value: isOn } : { wrong: 'true or false' };
  }
  return { value: column.type === 'date' ? (DAY_OF_MOMENT.exec(text)?.[1] ?? text) : text };
}

/**
 * The given cells as stored, by column id.
 * @throws Refusal `INVALID` naming everything that is wrong
 */
async function readCells(
  tx: Db,
  workspaceId: string,
  columns: readonly ColumnRow[],
  { text, status, priority, due_date, cells = {}, source }: SomeOfItem,
): Promise<Map<string, CellValue>> {
  const leading = leadingColumns(columns);
  const findColumn = (title: string) => columns.find(({ name }) => folded(name) === folded(title));
  const sourceColumn = findColumn(SOURCE.name);
  type NamedValue = [field: string, column: ColumnRow | undefined, given: string | number | undefined];
  const values: NamedValue[] = [
    ...(sourceColumn?.type === 'text' ? [['source.chat_name', sourceColumn, source?.chat_name] as NamedValue] : []),
    ...Object.entries(cells).map(([title, value]): NamedValue => [`cells.${title}`, findColumn(title), value]),
    ['text', leading.text, text],
    ['status', leading.status, status],
    ['priority', leading.priority, priority],
    ['due_date', leading.due_date, due_date],
  ];
  const read = new Map<string, CellValue>();
  const faults: FieldFault[] = [];
  for (const [field, column, given] of values) {
    if (given === undefined) continue;
    const got = column && readValue(column, given);
    if (!got) faults.push({ field, code: 'unknownField', message: 'The board has no column for it.' });
    else if ('wrong' in got) faults.push({ field, message: got.wrong });
    else {
      const stored = await collectFaults(faults, '', () =>
        storableValue(tx, workspaceId, { column, value: got.value, field }),
      );
      if (stored !== undefined) read.set(column.id, stored);
    }
  }
  if (leading.text && read.get(leading.text.id) === null) faults.push(faultAt('text', 'empty'));
  if (faults.length > 0) throw invalid(faults);
  return read;
}

/** Collects faults to report them together. @returns undefined after a fault */
async function collectFaults<Result>(
  faults: FieldFault[],
  prefix: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error;
    const newFaults = (error as Refusal<'INVALID'>).data.faults;
    faults.push(...newFaults.map((fault) => ({ ...fault, field: `${prefix}${fault.field}` })));
    return undefined;
  }
}

interface WrittenItem {
  item: ItemRow;
  events: DomainEvent[];
}

/** Sets the cells that differ from the item's. */
async function setCells(deps: ActionDeps, actor: Actor, before: ItemRow, cells: ReadonlyMap<string, CellValue>) {
  const written: WrittenItem = { item: before, events: [] };
  for (const [columnId, value] of cells) {
    if ((before.cells[columnId] ?? null) === value) continue;
    const { result, events } = await setCell(deps, actor, { id: before.id, columnId, value });
    written.item = result;
    written.events.push(...events);
  }
  return written;
}

/** Merges a program's information on an item's source with earlier information. */
async function saveSource({ db, clock }: ActionDeps, itemId: string, { source, confidence }: SomeOfItem) {
  const lastSeenAt = clock.now();
  await db
    .insert(itemSources)
    .values({ itemId, source, confidence, lastSeenAt })
    .onConflictDoUpdate({
      target: itemSources.itemId,
      set: {
        ...(source && { source: sql`coalesce(${itemSources.source}, '{}') || excluded.source` }),
        ...(confidence !== undefined && { confidence }),
        lastSeenAt,
      },
    });
}

type PutResult = WrittenItem & { did: 'created' | 'merged' | 'unchanged' };

/** Adds an item at the end of the board's first group, or updates a similar one. The caller holds the board's lock. */
async function putItem(
  deps: ActionDeps,
  actor: Actor,
  board: WholeBoard,
  { given, likeId }: { given: ItemToCreate; likeId: string | undefined },
): Promise<PutResult> {
  const { workspaceId } = actor;
  const cells = await readCells(deps.db, workspaceId, board.columns, given);
  if (likeId === undefined) {
    const groupId = board.groups[0]?.id ?? '';
    const stored = Object.fromEntries(cells);
    const added = await addItem(deps, actor, { id: board.id, groupId, cells: stored, beforeId: null });
    await saveSource(deps, added.result.id, given);
    return { item: added.result, events: added.events, did: 'created' };
  }
  const before = await findItem(deps.db, workspaceId, likeId);
  const title = leadingColumns(board.columns).text?.id;
  // It keeps its name, and existing values where none is given.
  const newValues = new Map([...cells].filter(([id, value]) => id !== title && value !== null));
  const written = await setCells(deps, actor, before, newValues);
  await saveSource(deps, before.id, given);
  return { ...written, did: written.item.version === before.version ? 'unchanged' : 'merged' };
}

/** Minimum score to treat two items as one: a word more or less in a long text. */
const MIN_MERGE_SCORE = 0.85;
/** Minimum score to report a similar item. */
export const MIN_REPORT_SCORE = 0.6;

/** Adds an item, or updates a similar open one. @throws Refusal `NOT_FOUND`, `INVALID` */
export const createItem: Action<{ boardId: string; given: ItemToCreate }, PutResult> = (
  { db, ...deps },
  actor,
  { boardId, given },
) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    await lockBoard(tx, workspaceId, boardId);
    const board = await findBoard(tx, workspaceId, boardId);
    const [like] = given.allow_duplicate
      ? []
      : await findSimilarItems(tx, {
          boardId,
          columns: board.columns,
          texts: [given.text],
          leastScore: MIN_MERGE_SCORE,
          always: filterConditions(board.columns, notDoneFilter(board.columns)),
        });
    const result = await putItem({ ...deps, db: tx }, actor, board, { given, likeId: like?.itemId });
    return { result, events: result.events };
  });

/**
 * Adds many items, or updates similar ones; does nothing if anything is invalid.
 * @throws Refusal `NOT_FOUND`, `INVALID` at the rows
 */
export const putItems: Action<{ boardId: string; items: ItemToCreate[] }, { board: WholeBoard; put: PutResult[] }> = (
  { db, ...deps },
  actor,
  { boardId, items },
) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    await lockBoard(tx, workspaceId, boardId);
    const board = await findBoard(tx, workspaceId, boardId);
    const texts = items.map(({ text }) => text);
    const query = { boardId, columns: board.columns, texts, leastScore: MIN_MERGE_SCORE };
    const likes = await findSimilarItems(tx, query);
    const byRow = new Map(likes.map(({ at, itemId }) => [at, itemId]));
    const byText = new Map<string, string>();
    const faults: FieldFault[] = [];
    const put: PutResult[] = [];
    for (const [at, given] of items.entries()) {
      const likeId = given.allow_duplicate ? undefined : (byRow.get(at) ?? byText.get(folded(given.text)));
      const done = await collectFaults(faults, `items.${at}.`, () =>
        faults.length > 0
          ? readCells(tx, workspaceId, board.columns, given).then(() => undefined)
          : putItem({ ...deps, db: tx }, actor, board, { given, likeId }),
      );
      if (!done) continue;
      put.push(done);
      byText.set(folded(given.text), done.item.id);
    }
    if (faults.length > 0) throw invalid(faults);
    return { result: { board, put }, events: put.flatMap(({ events }) => events) };
  });

interface ItemChange {
  boardId: string;
  itemId: string;
  given: SomeOfItem;
  deleted?: boolean | undefined;
}

/**
 * Changes an item, deletes or restores it.
 * @throws Refusal `NOT_FOUND`, also for a deleted item unless it is restored; `INVALID`
 */
export const changeItem: Action<ItemChange, ItemRow> = ({ db, ...deps }, actor, { boardId, itemId, given, deleted }) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    const parts = { ...deps, db: tx };
    const before = await findItem(tx, workspaceId, itemId);
    if (before.boardId !== boardId) throw new Refusal('NOT_FOUND');
    const { columns } = await findBoard(tx, workspaceId, boardId);
    const cells = await readCells(tx, workspaceId, columns, given);
    const events: DomainEvent[] = [];
    let item = before;
    const take = (done: WrittenItem) => {
      item = done.item;
      events.push(...done.events);
    };
    const isGone = before.deletedAt !== null;
    if (deleted === false && isGone) {
      const { result, events: changeEvents } = await restoreItem(parts, actor, { id: itemId });
      take({ item: result, events: changeEvents });
    }
    take(await setCells(parts, actor, item, cells));
    if (given.source || given.confidence !== undefined) await saveSource(parts, itemId, given);
    if (deleted === true && !isGone) {
      const { result, events: changeEvents } = await removeItem(parts, actor, { id: itemId });
      take({ item: result, events: changeEvents });
    }
    return { result: item, events };
  });
