import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { eq } from 'drizzle-orm';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { bots, botVersions } from '../bots.schema.ts';
import { sealReadable } from './seal-readable.ts';

/**
 * Matches flows with an HTTP step that has headers, a URL with more than a path, or named body values: these include
 * flows saved before secrets were sealed.
 */
const MAY_BE_READABLE = `@? '$.nodes[*] ? (@.kind == "http" && (exists(@.headers[*] ? (@.value != "")) || @.url like_regex "[?].*=" || @.body like_regex "[\\"''][[:space:]]*:"))'`;

/**
 * Seals readable secrets in drafts and versions stored by earlier servers. Runs before the worker starts, one
 * transaction per flow, so that it can be interrupted anywhere.
 */
export async function sealEarlierFlows({ database, secret }: Pick<Platform, 'database' | 'secret'>): Promise<void> {
  const { rows: drafts } = await database.pool.query<{ id: string }>(
    `select id from bots where draft ${MAY_BE_READABLE}`,
  );
  for (const { id } of drafts) {
    await database.db.transaction(async (tx) => {
      const [row] = await tx.select().from(bots).where(eq(bots.id, id)).for('update');
      if (!row) return;
      const draft = await sealOrKeep(tx, secret, row.workspaceId, row.draft);
      // Open editors are asked to reload, so that they don't save the readable value again.
      if (isChanged(row.draft, draft)) {
        await tx
          .update(bots)
          .set({ draft, revision: row.revision + 1, lastSaveId: null })
          .where(eq(bots.id, id));
      }
    });
  }
  const { rows: versions } = await database.pool.query<{ id: string }>(
    `select id from bot_versions where flow ${MAY_BE_READABLE}`,
  );
  for (const { id } of versions) {
    await database.db.transaction(async (tx) => {
      const [row] = await tx
        .select({ flow: botVersions.flow, workspaceId: bots.workspaceId })
        .from(botVersions)
        .innerJoin(bots, eq(bots.id, botVersions.botId))
        .where(eq(botVersions.id, id))
        .for('update', { of: botVersions });
      if (!row) return;
      const flow = await sealOrKeep(tx, secret, row.workspaceId, row.flow);
      if (isChanged(row.flow, flow)) await tx.update(botVersions).set({ flow }).where(eq(botVersions.id, id));
    });
  }
}

/** A flow with more secrets than a step may have is left unchanged: it still runs, and its next save is refused. */
const sealOrKeep: typeof sealReadable = (tx, secret, workspaceId, flow) =>
  sealReadable(tx, secret, workspaceId, flow).catch((error: unknown) => {
    if (error instanceof Refusal) return flow;
    throw error;
  });

const isChanged = (before: BotFlow, after: BotFlow): boolean =>
  after.nodes.some((node, at) => node !== before.nodes[at]);
