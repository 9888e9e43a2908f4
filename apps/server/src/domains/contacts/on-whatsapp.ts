import { NUMBER_CHECK_DAYS } from '@switchyard/contracts/contacts/operations';
import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { contacts } from './contacts.schema.ts';

/** A number, and whether an engine found it on WhatsApp. */
export interface CheckedNumber {
  /** E.164. */
  mobile: string;
  isThere: boolean;
}

/**
 * Stores with contacts whether their numbers are on WhatsApp, so that engines need not ask again soon. Ignores numbers
 * that are not contacts.
 */
export async function saveOnWhatsapp(
  pool: pg.Pool,
  { workspaceId, engineId }: { workspaceId: string; engineId: string },
  numbers: readonly CheckedNumber[],
): Promise<void> {
  await pool.query(
    `update contacts set on_whatsapp = checked.is_there, whatsapp_asked_at = now(), whatsapp_asked_by = $2
     from unnest($3::text[], $4::boolean[]) as checked (mobile, is_there) where workspace_id = $1 and contacts.mobile = checked.mobile`,
    [workspaceId, engineId, numbers.map(({ mobile }) => mobile), numbers.map(({ isThere }) => isThere)],
  );
}

const RECENTLY = `whatsapp_asked_at > now() - interval '${NUMBER_CHECK_DAYS} days'`;

/** SQL: whether a number belongs to a contact recently found on WhatsApp, so that no new check is needed. */
export const foundOnWhatsapp = (workspaceId: string, mobile: string): string =>
  `exists (select from contacts known where known.workspace_id = ${workspaceId} and known.mobile = ${mobile} and known.on_whatsapp and known.${RECENTLY})`;

/** Whether a contact was recently found not to be on WhatsApp; older results do not count. */
export const missingOnWhatsapp: SQL<boolean> = sql<boolean>`(${contacts.onWhatsapp} is false and ${sql.raw(`contacts.${RECENTLY}`)})`;
