import type { ITEM_ACTS } from '@switchyard/contracts/boards/operations';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { isEventWanted, recordWebhookEvents } from '../webhooks/index.ts';
import { findLayout } from './boards.queries.ts';
import { boardItems } from './boards.schema.ts';
import { valuesOf } from './cell-texts.ts';

type Act = Exclude<(typeof ITEM_ACTS)[number], 'pressed'>;

/** Records webhook events for changes to items of one board, with readable cell values. */
export async function recordItemWebhooks(
  tx: Db,
  { workspaceId, boardId }: { workspaceId: string; boardId: string },
  ids: readonly string[],
  act: Act,
): Promise<void> {
  if (ids.length === 0 || !(await isEventWanted(tx, workspaceId, 'board.item_changed'))) return;
  const { columns } = await findLayout(tx, boardId);
  const items = await tx
    .select()
    .from(boardItems)
    .where(inArray(boardItems.id, [...ids]));
  const change = act === 'cell' ? 'changed' : act;
  const events = [];
  for (const { id, number, version, cells } of items) {
    const data = { id, boardId, number, version, cells: await valuesOf(tx, columns, cells), change } as const;
    events.push({ workspaceId, type: 'board.item_changed' as const, subject: `board-item:${id}`, data });
  }
  await recordWebhookEvents(tx, events);
}
