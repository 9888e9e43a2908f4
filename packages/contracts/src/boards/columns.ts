import { z } from 'zod';
import { entityId, lineOfText } from '../entity.ts';
import {
  MAX_BUTTON_LABEL_LENGTH,
  MAX_COLOR_RULES,
  MAX_FORMULA_LENGTH,
  MAX_LONG_TEXT_LENGTH,
  MAX_OPTIONS,
  MAX_PEOPLE,
  MAX_TEXT_LENGTH,
} from './limits.ts';

/** Nobody sets the last seven: six are kept by the server, and a button has no value. */
export const COLUMN_TYPES = [
  'text',
  'longText',
  'number',
  'currency',
  'date',
  'status',
  'priority',
  'people',
  'checkbox',
  'phone',
  'email',
  'link',
  'rating',
  'file',
  'formula',
  'runningNumber',
  'createdAt',
  'createdBy',
  'changedAt',
  'changedBy',
  'button',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

const KEPT_BY_SERVER: readonly ColumnType[] = [
  'formula',
  'runningNumber',
  'createdAt',
  'createdBy',
  'changedAt',
  'changedBy',
  'button',
];
/** Its cells are never set. */
export const isKeptByServer = (type: ColumnType): boolean => KEPT_BY_SERVER.includes(type);
/** False: its cells have nothing that could be read, sorted by, exported or shared. */
export const hasValues = (type: ColumnType): boolean => type !== 'button';
/** A program can write into its cells by words alone; people have no such words. */
export const takesWords = (type: ColumnType): boolean => !isKeptByServer(type) && type !== 'people';
const CHOSEN: readonly ColumnType[] = ['status', 'priority'];
/** Its cells name one of the column's options. */
export const isChosen = (type: ColumnType): boolean => CHOSEN.includes(type);

const NUMERIC: readonly ColumnType[] = ['number', 'currency', 'rating'];
/** Its cells have numbers. */
export const isNumeric = (type: ColumnType): boolean => NUMERIC.includes(type);
const UNIQUE: readonly ColumnType[] = ['text', 'number', 'phone', 'email', 'link'];
/** No two items may be asked to differ in more than these. */
export const canBeUnique = (type: ColumnType): boolean => UNIQUE.includes(type);
export const canBeRequired = (type: ColumnType): boolean => !isKeptByServer(type) && type !== 'checkbox';
export const canHaveDefault = (type: ColumnType): boolean => !isKeptByServer(type) && type !== 'file';
const COLORED: readonly ColumnType[] = ['text', 'number', 'currency', 'date', 'checkbox', 'rating', 'formula'];
/** Options have colours of their own. */
export const canBeColored = (type: ColumnType): boolean => COLORED.includes(type);

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
 * number, a yes or no, or the ids of people or files. Null: nothing.
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

/** Stands in a cell whose formula cannot be worked out: it divides by zero, takes too long, or a column is gone. */
export const FORMULA_ERROR = '#ERROR';

export const COLOR_TESTS = ['is', 'contains', 'isEmpty', 'isNotEmpty', 'atLeast', 'atMost'] as const;
/** Colours the cells that pass a test; the first rule that does counts. */
export const colorRule = z.object({
  test: z.enum(COLOR_TESTS),
  /** Left out where nothing is compared. */
  value: z.union([z.string().max(MAX_TEXT_LENGTH), z.number()]).optional(),
  color: z.enum(OPTION_COLORS),
});
export type ColorRule = z.infer<typeof colorRule>;

export const columnSettings = z.object({
  /** What a new item has there unless it is given something else. */
  defaultValue: cellValue.default(null),
  /** An item that is added or changed must have something there. */
  isRequired: z.boolean().default(false),
  /** No other item of the board has the same there. */
  isUnique: z.boolean().default(false),
  colors: z.array(colorRule).max(MAX_COLOR_RULES).default([]),
  /** Of a currency: its code (ISO 4217). */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
  /** Of a formula: an expression in CEL, in which `{ID}` is the cell of that column. */
  formula: z.string().max(MAX_FORMULA_LENGTH).nullable().default(null),
  /** Of a button: what stands on it, and its colour. */
  button: z
    .object({ label: lineOfText(MAX_BUTTON_LABEL_LENGTH), color: z.enum(OPTION_COLORS) })
    .nullable()
    .default(null),
});
export type ColumnSettings = z.infer<typeof columnSettings>;
export const NO_SETTINGS: ColumnSettings = columnSettings.parse({});
