import type { BotFlow } from '@switchyard/contracts/bot-flow';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botVersions } from '../bots.schema.ts';
import type { SessionRow } from './piece.ts';

/** Versions never change, so that a process reads each once. */
const known = new Map<string, BotFlow>();
const MAX_KNOWN = 500;

/** The flow in which a session stands: of a test its draft, unless it has gone on to another bot's. Null: it is gone. */
export const flowOf = (db: Db, { versionId, testFlow }: SessionRow): Promise<BotFlow | null> =>
  versionId === null ? Promise.resolve(testFlow) : loadFlow(db, versionId);

/** The flow of a version; null: it is gone. */
async function loadFlow(db: Db, versionId: string): Promise<BotFlow | null> {
  const before = known.get(versionId);
  if (before) return before;
  const [row] = await db.select({ flow: botVersions.flow }).from(botVersions).where(eq(botVersions.id, versionId));
  if (!row) return null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(versionId, row.flow);
  return row.flow;
}
