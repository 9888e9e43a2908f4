import type { BoardColumn } from '@switchyard/contracts/boards/operations';

type NamedColumns = readonly Pick<BoardColumn, '_id' | 'name'>[];

/** A formula with columns shown by name; deleted columns keep their id. */
export const withNames = (formula: string | null, columns: NamedColumns): string | null =>
  formula?.replace(/\{([0-9a-f-]{36})\}/g, (mark, id: string) => {
    const name = columns.find(({ _id }) => _id === id)?.name;
    return name === undefined ? mark : `{${name}}`;
  }) ?? null;

/** A formula as stored, with columns by id so that they can be renamed. */
export const withIds = (formula: string | null, columns: NamedColumns): string | null =>
  formula?.replace(/\{([^{}]+)\}/g, (mark, name: string) => {
    const id = columns.find((column) => column.name.trim().toLowerCase() === name.trim().toLowerCase())?._id;
    return id === undefined ? mark : `{${id}}`;
  }) ?? null;
