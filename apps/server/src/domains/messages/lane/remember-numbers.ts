import type { reportRequest } from '@switchyard/contracts/engine/protocol';
import type pg from 'pg';
import type { z } from 'zod';
import { type CheckedNumber, saveOnWhatsapp } from '../../contacts/index.ts';

type Results = z.infer<typeof reportRequest>['results'];

const NOT_THERE = 'not-on-whatsapp';

/**
 * Has contacts remember what results tell of their numbers. Beside the report and not in its transaction: what is lost
 * is asked again.
 * @returns whether they told anything
 */
export async function rememberNumbers(
  pool: pg.Pool,
  of: { workspaceId: string; engineId: string },
  results: Results,
): Promise<boolean> {
  const found = new Map<string, boolean>();
  for (const { _id: id, onWhatsApp, outcome } of results) {
    if (onWhatsApp !== undefined) found.set(id, onWhatsApp);
    else if (outcome.kind === 'rejected' && outcome.code === NOT_THERE) found.set(id, false);
  }
  if (found.size === 0) return false;
  const { rows } = await pool.query<{ id: string; recipient: string }>(
    'select id, recipient from messages where id = any ($1) and engine_id = $2 order by id',
    [[...found.keys()], of.engineId],
  );
  const asked = rows.map(
    ({ id, recipient }): CheckedNumber => ({ mobile: recipient, isThere: found.get(id) === true }),
  );
  await saveOnWhatsapp(pool, of, asked);
  return true;
}
