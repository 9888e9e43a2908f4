import { createHash } from 'node:crypto';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@switchyard/contracts/public-api/shapes';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { keptRequests } from './public-api.schema.ts';

const DAY_SECONDS = 24 * 3_600;
/** A lost answer is asked for again by then; who means it twice may say so later. */
const REPEATED_SECONDS = 60;

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

/**
 * Has something done once for each key, however often and at once it is asked for: what was answered is kept in the
 * transaction of what was done.
 * @throws Refusal `KEY_REUSED`, and what the action throws, after which nothing is kept
 */
export const once =
  <Input, Answer>(action: Action<Input, Answer, EdgeDeps>): Action<Request<Input>, Once<Answer>, EdgeDeps> =>
  ({ db, ...deps }, actor, { operation, key: given, input }) =>
    db.transaction(async (tx) => {
      const { workspaceId } = actor;
      const digest = createHash('sha256')
        .update(JSON.stringify([operation, input]))
        .digest('hex');
      // Longer than any key that is given.
      const key = given ?? `${actor.userId} ${digest}`;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`request ${workspaceId} ${key}`}, 0))`);
      const [kept] = await tx
        .select()
        .from(keptRequests)
        .where(
          and(
            eq(keptRequests.workspaceId, workspaceId),
            eq(keptRequests.key, key),
            gt(keptRequests.expiresAt, sql`now()`),
          ),
        );
      if (kept && kept.digest !== digest) throw new Refusal('KEY_REUSED');
      if (kept) return { result: { answer: kept.answer as Answer, isRepeated: true }, events: [] };
      const { result: answer, events } = await action({ ...deps, db: tx }, actor, input);
      const seconds = given === undefined ? REPEATED_SECONDS : DAY_SECONDS;
      const row = { digest, answer, expiresAt: sql`now() + make_interval(secs => ${seconds})` };
      await tx
        .insert(keptRequests)
        .values({ workspaceId, key, ...row })
        .onConflictDoUpdate({ target: [keptRequests.workspaceId, keptRequests.key], set: row });
      return { result: { answer, isRepeated: false }, events };
    });

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
