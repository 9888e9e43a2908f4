import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botVersions } from '../bots.schema.ts';
import type { SessionRow } from './execution.ts';

/** A flow, and whose it is. */
interface BotsFlow {
  botId: string;
  flow: BotFlow;
}

/** Versions never change, so that a process reads each once. */
const known = new Map<string, BotsFlow>();
const MAX_KNOWN = 500;

/**
 * The flow in which a session stands: of a test its draft, unless it has gone on to another bot's. Null: it is gone.
 */
export async function flowOf(db: Db, { botId, versionId, testFlow }: SessionRow): Promise<BotsFlow | null> {
  if (versionId !== null) return loadFlow(db, versionId);
  return testFlow && { botId, flow: testFlow };
}

/** The flow of a version; null: it is gone. */
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
