import { type ColumnOption, hasOptions } from '@switchyard/contracts/boards/columns';
import type { PublicBoard, PublicBoardWithColumns, PublicItem } from '@switchyard/contracts/public-api/boards';
import type { BoardRow, ColumnRow, ItemRow, WholeBoard } from '../boards/index.ts';
import type { agentBoards, itemSources } from './public-api.schema.ts';

export type AgentBoardRow = typeof agentBoards.$inferSelect;
export type ItemSourceRow = typeof itemSources.$inferSelect;

/** The colours of the web app. */
const COLORS: Record<ColumnOption['color'], string> = {
  gray: '#868e96',
  blue: '#228be6',
  teal: '#12b886',
  green: '#40c057',
  yellow: '#fab005',
  orange: '#fd7e14',
  red: '#fa5252',
  grape: '#be4bdb',
};

const presentOption = ({ name, color }: ColumnOption) => ({ label: name, bgcolor: COLORS[color] });
export const boardUrl = (publicUrl: string, id: string): string => new URL(`/boards/${id}`, publicUrl).href;

/** @param agent undefined if people made the board */
export const presentBoard = (row: BoardRow, agent: AgentBoardRow | undefined, publicUrl: string): PublicBoard => ({
  board_id: row.id,
  name: row.name,
  domain: agent?.domain,
  agent_managed: agent !== undefined,
  memory_retention_days: agent?.retentionDays,
  item_count: row.items,
  web_url: boardUrl(publicUrl, row.id),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const presentWholeBoard = (
  board: WholeBoard,
  agent: AgentBoardRow | undefined,
  publicUrl: string,
): PublicBoardWithColumns => ({
  ...presentBoard(board, agent, publicUrl),
  columns: board.columns.map(({ id, name, type, options }) => ({
    column_id: id,
    title: name,
    type,
    options: options.map(presentOption),
  })),
});

/** The columns with fields of their own in an item: the first of each kind. */
export const leadingColumns = (columns: readonly ColumnRow[]) => ({
  text: columns.find(({ isTitle }) => isTitle),
  status: columns.find(({ type }) => type === 'status'),
  priority: columns.find(({ type }) => type === 'priority'),
  due_date: columns.find(({ type }) => type === 'date'),
});

/** A cell as text or a number; undefined if empty, or for people, who have no such form. */
function presentCell(column: ColumnRow, row: ItemRow): string | number | undefined {
  if (column.type === 'runningNumber') return row.number;
  if (column.type === 'createdAt') return row.createdAt.toISOString();
  if (column.type === 'changedAt') return row.updatedAt.toISOString();
  const value = row.cells[column.id];
  if (hasOptions(column.type)) return column.options.find(({ id }) => id === value)?.name;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

export function presentItem(
  row: ItemRow,
  columns: readonly ColumnRow[],
  kept: ItemSourceRow | undefined,
  publicUrl: string,
): PublicItem {
  const leading = leadingColumns(columns);
  const chosen = (column: ColumnRow | undefined) => {
    const option = column?.options.find(({ id }) => id === row.cells[column.id]);
    return option && presentOption(option);
  };
  const leadingSet = new Set<ColumnRow | undefined>(Object.values(leading));
  const others = columns.filter((column) => !leadingSet.has(column));
  // Of two columns with the same title the first counts, as when setting cells.
  const cells = others.reverse().flatMap((column) => {
    const value = presentCell(column, row);
    return value === undefined ? [] : [[column.name, value] as const];
  });
  const due = leading.due_date && presentCell(leading.due_date, row);
  return {
    item_id: row.id,
    text: String((leading.text && presentCell(leading.text, row)) ?? ''),
    status: chosen(leading.status),
    priority: chosen(leading.priority),
    due_date: due === undefined ? undefined : String(due),
    cells: Object.fromEntries(cells),
    source: kept?.source ?? undefined,
    confidence: kept?.confidence ?? undefined,
    last_seen_at: kept?.lastSeenAt.getTime(),
    web_url: `${boardUrl(publicUrl, row.boardId)}?item=${row.id}`,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
