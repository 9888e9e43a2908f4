import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botVersions } from '../bots.schema.ts';
import type { SessionRow } from './execution.ts';

/** A flow and the bot that owns it. */
interface BotsFlow {
  botId: string;
  flow: BotFlow;
}

/** Versions are immutable, so each process loads a version once. */
const known = new Map<string, BotsFlow>();
const MAX_KNOWN = 500;

/**
 * The session's current flow: a test's draft, unless it has moved on to another bot's flow. Returns null if it was
 * deleted.
 */
export async function flowOf(db: Db, { botId, versionId, testFlow }: SessionRow): Promise<BotsFlow | null> {
  if (versionId !== null) return loadFlow(db, versionId);
  return testFlow && { botId, flow: testFlow };
}

/** Returns a version's flow, or null if it was deleted. */
async function loadFlow(db: Db, versionId: string): Promise<BotsFlow | null> {
  const before = known.get(versionId);
  if (before) return before;
  const [row] = await db
    .select({ botId: botVersions.botId, flow: botVersions.flow })
    .from(botVersions)
    .where(eq(botVersions.id, versionId));
  if (!row) return null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(versionId, row);
  return row;
}
