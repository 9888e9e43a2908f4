import { z } from 'zod';
import { MAX_PAGE_SIZE } from './page-size.ts';
import { schemaFault } from './text/faults.ts';

/** An entity id, as in the field `_id`: a UUIDv7 string. */
export const entityId = z.uuid();

/** An instant: ISO 8601 with an offset or `Z`. */
export const instant = z.iso.datetime({ offset: true });

/** A phone number in E.164 form, for example `+447700900123`. */
export const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/, schemaFault('international'));

/** A single line of readable text in any script: not empty and without control characters, including U+0000. */
export const lineOfText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, schemaFault('empty'))
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, NOT_STORABLE);

/** Whether PostgreSQL can store a multi-line text, which must not contain U+0000. */
export const isStorable = (text: string): boolean => !text.includes('\u0000');
export const NOT_STORABLE = schemaFault('characters');

/** An IANA time zone name known to this runtime. */
export const zoneName = z.string().refine(isKnownZone, schemaFault('zone'));

const knownZones = new Set<string>();
/** There are about 600 names; further entries would be the same names in different case. */
const MAX_KNOWN_ZONES = 2_000;

/** Cached because the runtime's check takes 45 µs, and an import makes it for every row. */
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
 * Query of all lists under `/api`: `limit` rows starting at `skip`.
 * `sort` is a field name; a leading `-` sorts descending. Each list documents its sort fields.
 */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(50),
  skip: z.coerce.number().int().min(0).default(0),
  sort: z.string().max(64).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** Response of all lists: one page in `data`, and in `total` the number of matching rows across all pages. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), total: z.number().int().min(0) });
}
