import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@switchyard/contracts/public-api/shapes';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { keptRequests } from './public-api.schema.ts';

const DAY_SECONDS = 24 * 3_600;
/** A lost answer is asked for again by then; who means it twice may say so later. */
const REPEATED_SECONDS = 60;
/** Longer than anybody outside is waited for. */
const CLAIMED_SECONDS = 60;
const LOOK_AGAIN_MS = 200;

interface Request<Input> {
  /** Of the contract; the same input to another one is another request. */
  operation: string;
  /** `Idempotency-Key`; undefined: the request is known by its input alone, for a minute. */
  key: string | undefined;
  input: Input;
}

/** What came of it, and whether that was at an earlier time. */
interface Once<Answer> {
  answer: Answer;
  isRepeated: boolean;
}

/** A request, and what it is known by. */
interface Known {
  workspaceId: string;
  key: string;
  digest: string;
  /** How long its answer is kept. */
  seconds: number;
}

function identify(actor: Actor, { operation, key: given, input }: Request<unknown>): Known {
  const digest = createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest('hex');
  // Longer than any key that is given.
  const key = given ?? `${actor.userId} ${digest}`;
  return { workspaceId: actor.workspaceId, key, digest, seconds: given === undefined ? REPEATED_SECONDS : DAY_SECONDS };
}

const isOf = ({ workspaceId, key }: Known) => and(eq(keptRequests.workspaceId, workspaceId), eq(keptRequests.key, key));

/**
 * What is kept of a request; the transaction is the only one from now on that looks for it.
 * @throws Refusal `KEY_REUSED`
 */
async function findKept(tx: Db, known: Known) {
  const { workspaceId, key, digest } = known;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`request ${workspaceId} ${key}`}, 0))`);
  const [kept] = await tx
    .select()
    .from(keptRequests)
    .where(and(isOf(known), gt(keptRequests.expiresAt, sql`now()`)));
  if (kept && kept.digest !== digest) throw new Refusal('KEY_REUSED');
  return kept;
}

/** @param answer null: none yet */
async function keep(db: Db, { workspaceId, key, digest, seconds }: Known, answer: unknown): Promise<void> {
  const row = {
    digest,
    answer: answer ?? sql`'null'::jsonb`,
    expiresAt: sql`now() + make_interval(secs => ${seconds})`,
  };
  await db
    .insert(keptRequests)
    .values({ workspaceId, key, ...row })
    .onConflictDoUpdate({ target: [keptRequests.workspaceId, keptRequests.key], set: row });
}

/**
 * Has something done once for each key, however often and at once it is asked for: what was answered is kept in the
 * transaction of what was done.
 * @throws Refusal `KEY_REUSED`, and what the action throws, after which nothing is kept
 */
export const once =
  <Input, Answer>(action: Action<Input, Answer, EdgeDeps>): Action<Request<Input>, Once<Answer>, EdgeDeps> =>
  ({ db, ...deps }, actor, request) =>
    db.transaction(async (tx) => {
      const known = identify(actor, request);
      const kept = await findKept(tx, known);
      if (kept) return { result: { answer: kept.answer as Answer, isRepeated: true }, events: [] };
      const { result: answer, events } = await action({ ...deps, db: tx }, actor, request.input);
      await keep(tx, known, answer);
      return { result: { answer, isRepeated: false }, events };
    });

/**
 * As {@link once}, for what waits for somebody outside, with no transaction open meanwhile: the request is claimed, and
 * whoever repeats it waits for its answer. A claim whose server has died ends by itself.
 */
export const onceOutside =
  <Input, Answer extends object>(
    action: Action<Input, Answer, EdgeDeps>,
  ): Action<Request<Input>, Once<Answer>, EdgeDeps> =>
  async (deps, actor, request) => {
    const { db } = deps;
    const known = identify(actor, request);
    const claim = () =>
      db.transaction(async (tx) => {
        const kept = await findKept(tx, known);
        if (!kept) await keep(tx, { ...known, seconds: CLAIMED_SECONDS }, null);
        return kept;
      });
    for (let kept = await claim(); kept; kept = await claim()) {
      if (kept.answer !== null) return { result: { answer: kept.answer as Answer, isRepeated: true }, events: [] };
      await delay(LOOK_AGAIN_MS);
    }
    const { result: answer, events } = await action(deps, actor, request.input).catch(async (error: unknown) => {
      await db.delete(keptRequests).where(isOf(known));
      throw error;
    });
    await keep(db, known, answer);
    return { result: { answer, isRepeated: false }, events };
  };

/**
 * Forgets what requests without a key of their own were answered about a thing that is deleted: to post the same again
 * means another one. The answer to a key stays what it was.
 */
export const forgetAnswers = (tx: Db, workspaceId: string, id: string) =>
  tx
    .delete(keptRequests)
    .where(
      and(
        eq(keptRequests.workspaceId, workspaceId),
        sql`length(${keptRequests.key}) > ${MAX_IDEMPOTENCY_KEY_LENGTH}`,
        sql`${keptRequests.answer} ->> 'id' = ${id}`,
      ),
    );

/** Forgets what is kept no more. */
export const forgetKept = async ({ db }: Pick<EdgeDeps, 'db'>): Promise<void> => {
  await db.delete(keptRequests).where(sql`${keptRequests.expiresAt} < now()`);
};
