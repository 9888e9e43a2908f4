import { ASKED_FOR_DAYS } from '@switchyard/contracts/contacts/operations';
import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { contacts } from './contacts.schema.ts';

/** A number, and whether an engine found it on WhatsApp. */
export interface AskedNumber {
  /** E.164. */
  mobile: string;
  isThere: boolean;
}

/**
 * Stores with contacts whether their numbers are on WhatsApp, so that engines need not ask again soon. Ignores numbers
 * that are not contacts.
 */
export async function rememberOnWhatsapp(
  pool: pg.Pool,
  { workspaceId, engineId }: { workspaceId: string; engineId: string },
  asked: readonly AskedNumber[],
): Promise<void> {
  await pool.query(
    `update contacts set on_whatsapp = told.is_there, whatsapp_asked_at = now(), whatsapp_asked_by = $2
     from unnest($3::text[], $4::boolean[]) as told (mobile, is_there) where workspace_id = $1 and contacts.mobile = told.mobile`,
    [workspaceId, engineId, asked.map(({ mobile }) => mobile), asked.map(({ isThere }) => isThere)],
  );
}

const LATELY = `whatsapp_asked_at > now() - interval '${ASKED_FOR_DAYS} days'`;

/** SQL: whether a number belongs to a contact recently found on WhatsApp, so that no new check is needed. */
export const foundOnWhatsapp = (workspaceId: string, mobile: string): string =>
  `exists (select from contacts known where known.workspace_id = ${workspaceId} and known.mobile = ${mobile} and known.on_whatsapp and known.${LATELY})`;

/** Whether a contact was recently found not to be on WhatsApp; older results do not count. */
export const missingOnWhatsapp: SQL<boolean> = sql<boolean>`(${contacts.onWhatsapp} is false and ${sql.raw(`contacts.${LATELY}`)})`;
