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

/** The last seven types are read-only: the server maintains six, and a button has no value. */
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

const READ_ONLY_TYPES: readonly ColumnType[] = [
  'formula',
  'runningNumber',
  'createdAt',
  'createdBy',
  'changedAt',
  'changedBy',
  'button',
];
/** Whether cells of this type are never set by a client. */
export const isReadOnlyType = (type: ColumnType): boolean => READ_ONLY_TYPES.includes(type);
/** Whether cells of this type have values that can be read, sorted, exported or shared. */
export const hasValues = (type: ColumnType): boolean => type !== 'button';
/** Whether plain text can be written to cells of this type; people are set by id. */
export const acceptsText = (type: ColumnType): boolean => !isReadOnlyType(type) && type !== 'people';
const OPTION_TYPES: readonly ColumnType[] = ['status', 'priority'];
/** Whether cells of this type refer to one of the column's options. */
export const hasOptions = (type: ColumnType): boolean => OPTION_TYPES.includes(type);

const NUMERIC: readonly ColumnType[] = ['number', 'currency', 'rating'];
/** Whether cells of this type hold numbers. */
export const isNumeric = (type: ColumnType): boolean => NUMERIC.includes(type);
const UNIQUE: readonly ColumnType[] = ['text', 'number', 'phone', 'email', 'link'];
/** Whether a column of this type can require unique values. */
export const canBeUnique = (type: ColumnType): boolean => UNIQUE.includes(type);
export const canBeRequired = (type: ColumnType): boolean => !isReadOnlyType(type) && type !== 'checkbox';
export const canHaveDefault = (type: ColumnType): boolean => !isReadOnlyType(type) && type !== 'file';
const COLORED: readonly ColumnType[] = ['text', 'number', 'currency', 'date', 'checkbox', 'rating', 'formula'];
/** Options have their own colours, so those types are excluded. */
export const canBeColored = (type: ColumnType): boolean => COLORED.includes(type);

export const OPTION_COLORS = ['gray', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'grape'] as const;

export const columnOption = z.object({
  /** Chosen by the client, so that cells keep their option when it is renamed. */
  id: z.string().regex(/^[a-z0-9-]{1,36}$/),
  name: lineOfText(60),
  color: z.enum(OPTION_COLORS),
  /** Items with this status are done. */
  isDone: z.boolean().default(false),
});
export type ColumnOption = z.infer<typeof columnOption>;
export const columnOptions = z
  .array(columnOption)
  .max(MAX_OPTIONS)
  .refine((options) => new Set(options.map(({ id }) => id)).size === options.length);

/**
 * The value of a cell, depending on its column's type: text, an option's id, a day (`2026-12-01`), a phone number
 * (E.164), a number, a boolean, or the ids of people or files. Null if empty.
 */
export const cellValue = z.union([
  z.string().max(MAX_LONG_TEXT_LENGTH),
  z.number(),
  z.boolean(),
  z.array(entityId).max(MAX_PEOPLE),
  z.null(),
]);
export type CellValue = z.infer<typeof cellValue>;

/** Cell values of an item by column id; missing columns are empty. */
export const cells = z.record(entityId, cellValue);
export type Cells = z.infer<typeof cells>;

/** Value of a formula cell that cannot be computed: division by zero, a timeout, or a deleted column. */
export const FORMULA_ERROR = '#ERROR';

export const COLOR_TESTS = ['is', 'contains', 'isEmpty', 'isNotEmpty', 'atLeast', 'atMost'] as const;
/** Colours the cells that pass a test; the first matching rule wins. */
export const colorRule = z.object({
  test: z.enum(COLOR_TESTS),
  /** Omitted for tests that compare nothing. */
  value: z.union([z.string().max(MAX_TEXT_LENGTH), z.number()]).optional(),
  color: z.enum(OPTION_COLORS),
});
export type ColorRule = z.infer<typeof colorRule>;

export const columnSettings = z.object({
  /** Value of new items unless another one is given. */
  defaultValue: cellValue.default(null),
  /** Items cannot be added or changed without a value. */
  isRequired: z.boolean().default(false),
  /** No two items of the board may have the same value. */
  isUnique: z.boolean().default(false),
  colors: z.array(colorRule).max(MAX_COLOR_RULES).default([]),
  /** Currency code of a currency column (ISO 4217). */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
  /** CEL expression of a formula column, in which `{ID}` is the cell of that column. */
  formula: z.string().max(MAX_FORMULA_LENGTH).nullable().default(null),
  /** Label and colour of a button column. */
  button: z
    .object({ label: lineOfText(MAX_BUTTON_LABEL_LENGTH), color: z.enum(OPTION_COLORS) })
    .nullable()
    .default(null),
});
export type ColumnSettings = z.infer<typeof columnSettings>;
export const NO_SETTINGS: ColumnSettings = columnSettings.parse({});
