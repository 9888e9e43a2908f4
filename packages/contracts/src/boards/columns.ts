import { z } from 'zod';
import { entityId, lineOfText } from '../entity.ts';
import { MAX_LONG_TEXT_LENGTH, MAX_OPTIONS, MAX_PEOPLE } from './limits.ts';

/** The last three are kept by the server: nobody sets them. */
export const COLUMN_TYPES = [
  'text',
  'longText',
  'number',
  'date',
  'status',
  'priority',
  'people',
  'checkbox',
  'phone',
  'email',
  'link',
  'rating',
  'runningNumber',
  'createdAt',
  'changedAt',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

const KEPT_BY_SERVER: readonly ColumnType[] = ['runningNumber', 'createdAt', 'changedAt'];
export const isKeptByServer = (type: ColumnType): boolean => KEPT_BY_SERVER.includes(type);
const CHOSEN: readonly ColumnType[] = ['status', 'priority'];
/** Its cells name one of the column's options. */
export const isChosen = (type: ColumnType): boolean => CHOSEN.includes(type);

export const OPTION_COLORS = ['gray', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'grape'] as const;

export const columnOption = z.object({
  /** Given by the client, so that an option keeps its cells when it is renamed. */
  id: z.string().regex(/^[a-z0-9-]{1,36}$/),
  name: lineOfText(60),
  color: z.enum(OPTION_COLORS),
  /** An item with this status is done. */
  isDone: z.boolean().default(false),
});
export type ColumnOption = z.infer<typeof columnOption>;
export const columnOptions = z
  .array(columnOption)
  .max(MAX_OPTIONS)
  .refine((options) => new Set(options.map(({ id }) => id)).size === options.length);

/**
 * What stands in a cell, by its column's type: text, an option's id, a day (`2026-12-01`), a phone number (E.164), a
 * number, a yes or no, or the ids of people. Null: nothing.
 */
export const cellValue = z.union([
  z.string().max(MAX_LONG_TEXT_LENGTH),
  z.number(),
  z.boolean(),
  z.array(entityId).max(MAX_PEOPLE),
  z.null(),
]);
export type CellValue = z.infer<typeof cellValue>;

/** What stands in an item's cells, by the ids of the columns; a column that is left out has nothing there. */
export const cells = z.record(entityId, cellValue);
export type Cells = z.infer<typeof cells>;
