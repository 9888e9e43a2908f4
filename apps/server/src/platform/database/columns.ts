import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** A UUIDv7 primary key, generated in the process so that related rows can be inserted in one statement. */
export const id = () => uuid().primaryKey().$defaultFn(newId);

/** A new UUIDv7. Ids sort by creation time. */
export const newId = (): string => v7();

/** A `timestamptz` read as a `Date`. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** Creation time of the row, by the database's clock. */
export const createdAt = () => instant().notNull().defaultNow();
/** Initially the creation time; every update of the row must set it. */
export const updatedAt = () => instant().notNull().defaultNow();

/** A `bytea` read as a `Buffer`. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
