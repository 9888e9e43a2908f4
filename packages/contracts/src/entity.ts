import { z } from 'zod';
import { MAX_PAGE_SIZE } from './page-size.ts';
import { schemaFault } from './text/faults.ts';

/** Every entity id on the wire: a UUIDv7 string, in the field `_id`. */
export const entityId = z.uuid();

/** An instant: ISO 8601 with an offset or `Z`. */
export const instant = z.iso.datetime({ offset: true });

/** A phone number in E.164 form, for example `+447700900123`. */
export const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/, schemaFault('international'));

/** One line that people read: not empty, without control characters (PostgreSQL cannot store U+0000), any script. */
export const lineOfText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, schemaFault('empty'))
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, NOT_STORABLE);

/** Whether PostgreSQL can store a text of several lines: it has no U+0000. */
export const isStorable = (text: string): boolean => !text.includes('\u0000');
export const NOT_STORABLE = schemaFault('characters');

/** An IANA time zone name that this runtime knows. */
export const zoneName = z.string().refine(isKnownZone, schemaFault('zone'));

const knownZones = new Set<string>();
/** There are some 600 names; more are the same names in other upper and lower case. */
const MAX_KNOWN_ZONES = 2_000;

/** Asking the runtime costs 45 µs, and an import asks for every row. */
function isKnownZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (knownZones.size < MAX_KNOWN_ZONES) knownZones.add(name);
  return true;
}

/**
 * Query of every list under `/api`: `limit` rows from `skip` on.
 * `sort` names one wire field; a leading `-` sorts descending. Each list says which fields it sorts by.
 */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(50),
  skip: z.coerce.number().int().min(0).default(0),
  sort: z.string().max(64).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** Answer of every list: one page in `data`, and `total` rows that match without paging. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), total: z.number().int().min(0) });
}
