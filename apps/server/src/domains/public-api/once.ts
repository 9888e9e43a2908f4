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
/** A lost response is requested again within this time; an intended duplicate can wait until afterwards. */
const REPEAT_WINDOW_SECONDS = 60;
/** Longer than any wait for an external party. */
const CLAIM_SECONDS = 60;
const POLL_INTERVAL_MS = 200;

interface Request<Input> {
  /** Of the contract; the same input to another operation is another request. */
  operation: string;
  /** `Idempotency-Key`; undefined identifies the request by its input alone, for a minute. */
  key: string | undefined;
  input: Input;
}

/** The answer, and whether it is from an earlier request. */
interface OnceResult<Answer> {
  answer: Answer;
  isRepeated: boolean;
}

/** A request and its identity. */
interface IdentifiedRequest {
  workspaceId: string;
  key: string;
  digest: string;
  /** How long its answer is stored. */
  seconds: number;
}

function identify(actor: Actor, { operation, key: givenKey, input }: Request<unknown>): IdentifiedRequest {
  const digest = createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest('hex');
  // Longer than any key a caller can send.
  const key = givenKey ?? `${actor.userId} ${digest}`;
  return {
    workspaceId: actor.workspaceId,
    key,
    digest,
    seconds: givenKey === undefined ? REPEAT_WINDOW_SECONDS : DAY_SECONDS,
  };
}

const isOf = ({ workspaceId, key }: IdentifiedRequest) =>
  and(eq(keptRequests.workspaceId, workspaceId), eq(keptRequests.key, key));

/**
 * The stored answer of a request; other transactions with the same key wait from now on.
 * @throws Refusal `KEY_REUSED`
 */
async function findStored(tx: Db, identified: IdentifiedRequest) {
  const { workspaceId, key, digest } = identified;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`request ${workspaceId} ${key}`}, 0))`);
  const [kept] = await tx
    .select()
    .from(keptRequests)
    .where(and(isOf(identified), gt(keptRequests.expiresAt, sql`now()`)));
  if (kept && kept.digest !== digest) throw new Refusal('KEY_REUSED');
  return kept;
}

/** @param answer null while there is none */
async function storeAnswer(
  db: Db,
  { workspaceId, key, digest, seconds }: IdentifiedRequest,
  answer: unknown,
): Promise<void> {
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
 * Runs an action once per key, however often and concurrently it is requested: the answer is stored in the action's
 * transaction.
 * @throws Refusal `KEY_REUSED`, and whatever the action throws, after which nothing is stored
 */
export const once =
  <Input, Answer>(action: Action<Input, Answer, EdgeDeps>): Action<Request<Input>, OnceResult<Answer>, EdgeDeps> =>
  ({ db, ...deps }, actor, request) =>
    db.transaction(async (tx) => {
      const identified = identify(actor, request);
      const kept = await findStored(tx, identified);
      if (kept) return { result: { answer: kept.answer as Answer, isRepeated: true }, events: [] };
      const { result: answer, events } = await action({ ...deps, db: tx }, actor, request.input);
      await storeAnswer(tx, identified, answer);
      return { result: { answer, isRepeated: false }, events };
    });

/**
 * Like {@link once}, for actions that wait for an external party, without an open transaction: claims the request, and
 * repeats wait for its answer. The claim of a dead server expires.
 */
export const onceOutside =
  <Input, Answer extends object>(
    action: Action<Input, Answer, EdgeDeps>,
  ): Action<Request<Input>, OnceResult<Answer>, EdgeDeps> =>
  async (deps, actor, request) => {
    const { db } = deps;
    const identified = identify(actor, request);
    const claim = () =>
      db.transaction(async (tx) => {
        const kept = await findStored(tx, identified);
        if (!kept) await storeAnswer(tx, { ...identified, seconds: CLAIM_SECONDS }, null);
        return kept;
      });
    for (let kept = await claim(); kept; kept = await claim()) {
      if (kept.answer !== null) return { result: { answer: kept.answer as Answer, isRepeated: true }, events: [] };
      await delay(POLL_INTERVAL_MS);
    }
    const { result: answer, events } = await action(deps, actor, request.input).catch(async (error: unknown) => {
      await db.delete(keptRequests).where(isOf(identified));
      throw error;
    });
    await storeAnswer(db, identified, answer);
    return { result: { answer, isRepeated: false }, events };
  };

/**
 * Deletes stored answers about a deleted thing for requests without a key of their own, so that posting the same again
 * creates another one. Answers under an explicit key stay.
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

/** Deletes expired answers. */
export const purgeAnswers = async ({ db }: Pick<EdgeDeps, 'db'>): Promise<void> => {
  await db.delete(keptRequests).where(sql`${keptRequests.expiresAt} < now()`);
};
