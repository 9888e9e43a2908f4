import type { BotFlow } from '@switchyard/contracts/bot-flow';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botVersions } from '../bots.schema.ts';

/** Versions never change, so that a process reads each once. */
const known = new Map<string, BotFlow>();
const MAX_KNOWN = 500;

/** The flow of a version; null: it is gone. */
export async function loadFlow(db: Db, versionId: string): Promise<BotFlow | null> {
  const before = known.get(versionId);
  if (before) return before;
  const [row] = await db.select({ flow: botVersions.flow }).from(botVersions).where(eq(botVersions.id, versionId));
  if (!row) return null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(versionId, row.flow);
  return row.flow;
}
