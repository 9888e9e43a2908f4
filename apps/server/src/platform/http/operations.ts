import { implement } from '@orpc/server';
import { contract } from '@switchyard/contracts';
import type { Actor, RequestContext } from './request-context.ts';

/** The contract, to be implemented domain by domain: `operations.messages.create.use(signedIn).handler(…)`. */
export const operations = implement(contract)
  .$context<RequestContext>()
  // The first middleware comes before the input is looked at, so that a stranger is told 401 and nothing about the input.
  .$config({ initialInputValidationIndex: 1, initialOutputValidationIndex: 0 });

/**
 * The same for answers of many thousands of rows, which the compiler alone holds to the contract: checking each once more would copy it all.
 */
export const bulkOperations = implement(contract)
  .$context<RequestContext>()
  .$config({ initialInputValidationIndex: 1, initialOutputValidationIndex: Number.NaN });

/**
 * Middleware: refuses with 401 without an actor, and hands the actor on. Support mode may read only; the guard is here so that no
 * operation can forget it.
 */
export const signedIn = operations.middleware(async ({ context, next, errors, procedure }) => {
  const { actor } = context;
  if (!actor) throw errors.UNAUTHORIZED();
  const method = procedure['~orpc'].route.method ?? 'POST';
  if (actor.supportMode && method !== 'GET') throw errors.FORBIDDEN({ message: 'Support mode is read-only.' });
  return next({ context: { actor: actor as Actor } });
});
