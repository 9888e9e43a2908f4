import { explainHolds } from '../src/domains/messages/holds/explain-holds.ts';
import { findMessage } from '../src/domains/messages/messages.queries.ts';
import type { Database } from '../src/platform/database/database.ts';

/** The rules that hold a message, as "why not sent yet?" returns them. */
export async function holdsOf(
  { db, pool }: Database,
  workspaceId: string,
  id: string,
  heardOf?: Parameters<typeof explainHolds>[2],
): Promise<string[]> {
  const row = await findMessage(db, { userId: null, fullName: 'test', workspaceId, onBehalfOf: null }, id);
  return row ? (await explainHolds(pool, row, heardOf)).map(({ rule }) => rule) : [];
}
