import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { endpointForEmbeddings } from '../../../platform/models/endpoint.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { knowledgeChanged } from '../knowledge.events.ts';
import { knowledgeBases } from '../knowledge.schema.ts';
import { makeVectors } from './make-vectors.ts';
import { findNearEnough } from './near-enough.ts';
import { type Payer, paidVectors } from './paid-vectors.ts';
import { endRest } from './resting.ts';

const LOOK_MS = 1_000;
/** Bases at once, of one process: a slow model of one workspace must not hold up all others. */
const AT_ONCE = 2;
/** After so long the next base has its turn. */
const TURN_MS = 30_000;
/** Longer than any batch takes: whoever says nothing for so long is gone, and another goes on. */
const SILENCE = sql`interval '3 minutes'`;
const AGAIN = sql`interval '2 minutes'`;
const PROBE_MS = 60_000;
const TELL_MS = 1_000;

type VectorDeps = Pick<Platform, 'database' | 'config' | 'events' | 'log'>;
type Base = typeof knowledgeBases.$inferSelect;

/** To the millisecond, which is what comes back of it. */
const from = (later = sql`interval '0'`) => sql`date_trunc('milliseconds', clock_timestamp() + ${later})`;

/** Role `worker`: makes vectors of passages that have none, where an embedding model is set. */
export async function workVectors(platform: VectorDeps): Promise<Stoppable> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const model = platform.config.aiEmbeddingModel;
  const look = async () => {
    let isModelNew = model !== null;
    while (!signal.aborted) {
      try {
        if (isModelNew) await dueWithout(platform, model);
        isModelNew = false;
        while (!signal.aborted && (await makeDueVectors(platform, signal)));
      } catch (error) {
        if (!signal.aborted) platform.log.warn({ err: error }, 'vectors of knowledge could not be made');
      }
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const looks = Array.from({ length: AT_ONCE }, look);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(looks);
    },
  };
}

/** The server's own model may be another since it was started. */
async function dueWithout({ database: { db } }: VectorDeps, model: string | null): Promise<void> {
  await db.execute(
    sql`update knowledge_bases set vectors_due_at = ${from()} where vectors_due_at is null and vector_model is distinct from ${model}`,
  );
}

/**
 * Takes the base whose vectors are due for longest, and makes them.
 * @returns false: none is due
 */
export async function makeDueVectors(platform: VectorDeps, signal: AbortSignal): Promise<boolean> {
  const { db } = platform.database;
  const [base] = await db
    .update(knowledgeBases)
    .set({ vectorsDueAt: from(SILENCE) })
    .where(
      sql`${knowledgeBases.id} = (select id from knowledge_bases where vectors_due_at <= clock_timestamp() order by vectors_due_at limit 1 for update skip locked)`,
    )
    .returning();
  if (!base) return false;
  await work(platform, base, signal);
  return true;
}

async function work({ database, config, events }: VectorDeps, base: Base, signal: AbortSignal): Promise<void> {
  const { db } = database;
  const beganMs = performance.now();
  let toldMs = beganMs;
  let mine = base.vectorsDueAt;
  const tell = () => events.dispatch([knowledgeChanged(base.workspaceId, base.id)]);
  /** Where the passages were changed meanwhile, it is due again, and not ours. */
  const note = async (change: Parameters<ReturnType<typeof db.update<typeof knowledgeBases>>['set']>[0]) => {
    const isMine =
      mine && sql`${knowledgeBases.id} = ${base.id} and ${knowledgeBases.vectorsDueAt} = ${mine.toISOString()}`;
    const [noted] = isMine ? await db.update(knowledgeBases).set(change).where(isMine).returning() : [];
    mine = noted?.vectorsDueAt ?? null;
    return noted !== undefined;
  };
  const goesOn = async () => {
    if (performance.now() - toldMs > TELL_MS) {
      toldMs = performance.now();
      tell();
    }
    return performance.now() - beganMs < TURN_MS && (await note({ vectorsDueAt: from(SILENCE) }));
  };
  const endpoint = await endpointForEmbeddings({ database, config }, base.workspaceId);
  if (typeof endpoint === 'string') {
    await note({ vectorsDueAt: null, vectorFault: null });
    return;
  }
  const payer = { workspaceId: base.workspaceId, endpoint, subject: base.name };
  try {
    const isJudged = base.vectorModel === endpoint.model && base.nearEnough !== null;
    const made =
      isJudged || (await judge(db, base.id, payer, signal))
        ? await makeVectors(db, base.id, payer, { signal, goesOn })
        : 'credits';
    endRest(endpoint);
    const vectorsDueAt = { done: null, interrupted: from(), credits: from(AGAIN) }[made];
    await note({ vectorsDueAt, vectorFault: made === 'credits' ? 'credits' : null });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // Whoever refuses tools was asked for none: its answer is none that we know.
    await note({ vectorsDueAt: from(AGAIN), vectorFault: error.kind === 'tools' ? 'away' : error.kind });
  }
  tell();
}

/** Finds what is near to a model, and has the passages of a base found by it. @returns false: no credits are left */
async function judge(db: Db, baseId: string, payer: Payer, signal: AbortSignal): Promise<boolean> {
  const nearEnough = await findNearEnough((texts) => paidVectors(db, payer, texts, { timeoutMs: PROBE_MS, signal }));
  if (nearEnough === null) return false;
  const change = { vectorModel: payer.endpoint.model, nearEnough };
  await db.update(knowledgeBases).set(change).where(eq(knowledgeBases.id, baseId));
  return true;
}
