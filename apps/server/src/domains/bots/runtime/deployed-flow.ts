import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { botDeployments, bots, botVersions } from '../bots.schema.ts';

/** The deployed flow of a bot in the workspace, or null. */
export async function deployedFlow(
  tx: Db,
  workspaceId: string,
  botId: string,
): Promise<{ versionId: string; flow: BotFlow } | null> {
  const [row] = await tx
    .select({ versionId: botVersions.id, flow: botVersions.flow })
    .from(bots)
    .innerJoin(botDeployments, eq(botDeployments.id, bots.activeDeploymentId))
    .innerJoin(botVersions, eq(botVersions.id, botDeployments.versionId))
    .where(and(eq(bots.id, botId), eq(bots.workspaceId, workspaceId), isNull(bots.deletedAt)));
  return row ?? null;
}
