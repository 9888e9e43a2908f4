import type { reportRequest } from '@switchyard/contracts/engine/protocol';
import type pg from 'pg';
import type { z } from 'zod';
import { type CheckedNumber, saveOnWhatsapp } from '../../contacts/index.ts';

type Results = z.infer<typeof reportRequest>['results'];

const NOT_ON_WHATSAPP = 'not-on-whatsapp';

/**
 * Records in contacts which numbers results found on WhatsApp. Runs beside the report, not in its transaction: a lost
 * result is looked up again.
 * @returns whether the results contained any
 */
export async function rememberNumbers(
  pool: pg.Pool,
  engine: { workspaceId: string; engineId: string },
  results: Results,
): Promise<boolean> {
  const found = new Map<string, boolean>();
  for (const { _id: id, onWhatsApp, outcome } of results) {
    if (onWhatsApp !== undefined) found.set(id, onWhatsApp);
    else if (outcome.kind === 'rejected' && outcome.code === NOT_ON_WHATSAPP) found.set(id, false);
  }
  if (found.size === 0) return false;
  const { rows } = await pool.query<{ id: string; recipient: string }>(
    'select id, recipient from messages where id = any ($1) and engine_id = $2 order by id',
    [[...found.keys()], engine.engineId],
  );
  const numbers = rows.map(
    ({ id, recipient }): CheckedNumber => ({ mobile: recipient, isThere: found.get(id) === true }),
  );
  await saveOnWhatsapp(pool, engine, numbers);
  return true;
}
