import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botVersions } from '../bots.schema.ts';
import type { SessionRow } from './execution.ts';

/** A flow and the bot that owns it. */
interface OwnedFlow {
  botId: string;
  flow: BotFlow;
}

/** Versions are immutable, so each process loads a version once. */
const flows = new Map<string, OwnedFlow>();
const MAX_CACHED = 500;

/**
 * The session's current flow: a test's draft, unless it has moved on to another bot's flow. Returns null if it was
 * deleted.
 */
export async function flowOf(db: Db, { botId, versionId, testFlow }: SessionRow): Promise<OwnedFlow | null> {
  if (versionId !== null) return loadFlow(db, versionId);
  return testFlow && { botId, flow: testFlow };
}

/** Returns a version's flow, or null if it was deleted. */
async function loadFlow(db: Db, versionId: string): Promise<OwnedFlow | null> {
  const before = flows.get(versionId);
  if (before) return before;
  const [row] = await db
    .select({ botId: botVersions.botId, flow: botVersions.flow })
    .from(botVersions)
    .where(eq(botVersions.id, versionId));
  if (!row) return null;
  if (flows.size >= MAX_CACHED) flows.clear();
  flows.set(versionId, row);
  return row;
}
