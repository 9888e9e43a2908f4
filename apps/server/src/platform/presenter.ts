import type { ZodObject, z } from 'zod';

type OnWire<Value> = Value extends Date ? string : Value;
type Presented<Row, Wire> = { _id: string } & { [Name in keyof Row & keyof Wire]: OnWire<Row[Name]> };

/** Presents a row with exactly the contract's fields of the same names, its id, and dates as strings. */
export function presenter<Schema extends ZodObject>({ shape }: Schema) {
  const names = Object.keys(shape);
  return <Row extends { id: string }>(row: Row): Presented<Row, z.infer<Schema>> => {
    const presented: Record<string, unknown> = { _id: row.id };
    for (const name of names) {
      const value = (row as Record<string, unknown>)[name];
      if (value !== undefined) presented[name] = value instanceof Date ? value.toISOString() : value;
    }
    return presented as Presented<Row, z.infer<Schema>>;
  };
}
