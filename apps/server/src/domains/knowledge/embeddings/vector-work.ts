import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { endpointForEmbeddings } from '../../../platform/models/endpoint.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { knowledgeChanged } from '../knowledge.events.ts';
import { knowledgeBases } from '../knowledge.schema.ts';
import { endCooldown } from './cooldown.ts';
import { makeVectors } from './make-vectors.ts';
import { findMinSimilarity } from './min-similarity.ts';
import { type Payer, paidVectors } from './paid-vectors.ts';

const POLL_INTERVAL_MS = 1_000;
/** Bases processed concurrently per process, so that one workspace's slow model doesn't block all others. */
const AT_ONCE = 2;
/** After this long, the next base gets its turn. */
const TURN_MS = 30_000;
/** Longer than any batch: a worker silent for this long is considered dead, and another takes over. */
const TAKEOVER_AFTER = sql`interval '3 minutes'`;
const RETRY_AFTER = sql`interval '2 minutes'`;
const PROBE_MS = 60_000;
const PUBLISH_INTERVAL_MS = 1_000;

type VectorDeps = Pick<Platform, 'database' | 'config' | 'events' | 'log'>;
type Base = typeof knowledgeBases.$inferSelect;

/** Truncated to milliseconds, the precision of the value read back. */
const afterNow = (later = sql`interval '0'`) => sql`date_trunc('milliseconds', clock_timestamp() + ${later})`;

/** In the `worker` role: makes missing vectors where an embedding model is set. */
export async function startVectorWork(platform: VectorDeps): Promise<Stoppable> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const model = platform.config.aiEmbeddingModel;
  const poll = async () => {
    let isModelNew = model !== null;
    while (!signal.aborted) {
      try {
        if (isModelNew) await scheduleAfterModelChange(platform, model);
        isModelNew = false;
        while (!signal.aborted && (await makeDueVectors(platform, signal)));
      } catch (error) {
        if (!signal.aborted) platform.log.warn({ err: error }, 'knowledge vectors could not be made');
      }
      await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const polls = Array.from({ length: AT_ONCE }, poll);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(polls);
    },
  };
}

/** The server's own model may have changed since the last start. */
async function scheduleAfterModelChange({ database: { db } }: VectorDeps, model: string | null): Promise<void> {
  await db.execute(
    sql`update knowledge_bases set vectors_due_at = ${afterNow()} where vectors_due_at is null and vector_model is distinct from ${model}`,
  );
}

/**
 * Takes the base that has been due longest, and makes its vectors.
 * @returns false if none is due
 */
export async function makeDueVectors(platform: VectorDeps, signal: AbortSignal): Promise<boolean> {
  const { db } = platform.database;
  const [base] = await db
    .update(knowledgeBases)
    .set({ vectorsDueAt: afterNow(TAKEOVER_AFTER) })
    .where(
      sql`${knowledgeBases.id} = (select id from knowledge_bases where vectors_due_at <= clock_timestamp() order by vectors_due_at limit 1 for update skip locked)`,
    )
    .returning();
  if (!base) return false;
  await makeBaseVectors(platform, base, signal);
  return true;
}

async function makeBaseVectors(
  { database, config, events }: VectorDeps,
  base: Base,
  signal: AbortSignal,
): Promise<void> {
  const { db } = database;
  const beganMs = performance.now();
  let publishedMs = beganMs;
  let dueAt = base.vectorsDueAt;
  const publish = () => events.dispatch([knowledgeChanged(base.workspaceId, base.id)]);
  /** Saves only while the base is still ours: if its passages change meanwhile, it is due again. */
  const save = async (change: Parameters<ReturnType<typeof db.update<typeof knowledgeBases>>['set']>[0]) => {
    const isMine =
      dueAt && sql`${knowledgeBases.id} = ${base.id} and ${knowledgeBases.vectorsDueAt} = ${dueAt.toISOString()}`;
    const [saved] = isMine ? await db.update(knowledgeBases).set(change).where(isMine).returning() : [];
    dueAt = saved?.vectorsDueAt ?? null;
    return saved !== undefined;
  };
  const goesOn = async () => {
    if (performance.now() - publishedMs > PUBLISH_INTERVAL_MS) {
      publishedMs = performance.now();
      publish();
    }
    return performance.now() - beganMs < TURN_MS && (await save({ vectorsDueAt: afterNow(TAKEOVER_AFTER) }));
  };
  const endpoint = await endpointForEmbeddings({ database, config }, base.workspaceId);
  if (typeof endpoint === 'string') {
    await save({ vectorsDueAt: null, vectorFault: null });
    return;
  }
  const payer = { workspaceId: base.workspaceId, endpoint, subject: base.name };
  try {
    const isCalibrated = base.vectorModel === endpoint.model && base.nearEnough !== null;
    const outcome =
      isCalibrated || (await calibrate(db, base.id, payer, signal))
        ? await makeVectors(db, base.id, payer, { signal, goesOn })
        : 'credits';
    endCooldown(endpoint);
    const vectorsDueAt = { done: null, interrupted: afterNow(), credits: afterNow(RETRY_AFTER) }[outcome];
    await save({ vectorsDueAt, vectorFault: outcome === 'credits' ? 'credits' : null });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // No tools were requested, so an error about tools counts as an unknown response.
    await save({ vectorsDueAt: afterNow(RETRY_AFTER), vectorFault: error.kind === 'tools' ? 'away' : error.kind });
  }
  publish();
}

/** Calibrates a model, and switches a base's search to it. @returns false if no credits are left */
async function calibrate(db: Db, baseId: string, payer: Payer, signal: AbortSignal): Promise<boolean> {
  const nearEnough = await findMinSimilarity((texts) => paidVectors(db, payer, texts, { timeoutMs: PROBE_MS, signal }));
  if (nearEnough === null) return false;
  const change = { vectorModel: payer.endpoint.model, nearEnough };
  await db.update(knowledgeBases).set(change).where(eq(knowledgeBases.id, baseId));
  return true;
}
