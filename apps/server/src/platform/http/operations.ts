import { implement } from '@orpc/server';
import { contract } from '@switchyard/contracts';
import type { OperationMeta, PlainOperation } from '@switchyard/contracts/operation';
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import type { Action } from '../action.ts';
import { type Actor, actsAsAdmin, changeRefusal, keyRefusal } from '../actor.ts';
import type { Platform } from '../platform.ts';
import { unknownFaults } from '../read-input.ts';
import { authorize, invalid, Refusal } from '../refusal.ts';
import { actorOf } from './callers.ts';
import type { EdgeDeps, RequestContext } from './request-context.ts';

/** For middleware; operations themselves come from `operations`, which is guarded. */
export const unguarded = implement(contract).$context<RequestContext>();

/** Whether this actor may call an operation at all. @throws Refusal `UNAUTHORIZED`, `FORBIDDEN` */
export function admit(actor: Actor | null, operation: OperationMeta): Actor | null {
  const { guard, effect } = operation;
  if (guard === 'public') return actor;
  if (!actor) throw new Refusal('UNAUTHORIZED');
  authorize(keyRefusal(actor, operation));
  if (effect === 'change') authorize(changeRefusal(actor));
  if (guard === 'admin' && !actsAsAdmin(actor)) throw new Refusal('FORBIDDEN');
  if (guard === 'workspace-admin' && actor.workspaceRole === 'member') throw new Refusal('FORBIDDEN');
  return actor;
}

/**
 * The same for a plain route, which says of itself what the contract says of operations.
 * @returns who asks; a view through another person's eyes is recorded
 */
export async function admitted(request: FastifyRequest, platform: Platform, operation: PlainOperation): Promise<Actor> {
  const actor = admit(await actorOf(request, platform), operation);
  if (!actor) throw new Refusal('UNAUTHORIZED');
  await recordLook(platform, actor, operation, operation.name);
  return actor;
}

/** Records that somebody looks at what is another's. What anybody may see is no view of somebody's. */
async function recordLook(platform: Platform, actor: Actor, { guard, sees }: OperationMeta, name: string) {
  if (sees === 'others') await platform.recordView(actor, name, { workspaceId: null });
  else if (actor.onBehalfOf && guard !== 'public') await platform.recordView(actor, name);
}

/** Middleware before all operations: what the contract says of each decides, so that none can forget it. */
const guarded = unguarded.middleware(async ({ context, next, procedure, path }, input: unknown) => {
  const { meta, inputSchema } = procedure['~orpc'];
  const actor = admit(context.actor, meta);
  if (actor) await recordLook(context.platform, actor, meta, path.join('.'));
  // Before what is known is read: whoever is told of one field knows what to mend.
  const unknown = unknownFaults(inputSchema as ZodType | undefined, input);
  if (unknown.length > 0) throw invalid(unknown);
  return next({ context: { actor: actor as Actor } });
});

/**
 * The contract, to be implemented domain by domain: `operations.messages.create.handler(…)`. The guard comes before the
 * input is looked at, so that a stranger is told 401 and nothing about the input. An operation whose guard is `public`
 * may find `actor` null.
 */
export const operations = unguarded
  .$config({ initialInputValidationIndex: 1, initialOutputValidationIndex: 0 })
  .use(guarded);

/**
 * The same for answers of many thousands of rows, which the compiler alone holds to the contract: checking each once
 * more would copy it all.
 */
export const bulkOperations = unguarded
  .$config({ initialInputValidationIndex: 1, initialOutputValidationIndex: Number.NaN })
  .use(guarded);

/** Handles an operation by an action, and presents what comes of it to whoever asked. */
export const performing =
  <Input, Result, Shown>(action: Action<Input, Result, EdgeDeps>, present: (result: Result, actor: Actor) => Shown) =>
  async ({ input, context }: { input: Input; context: Pick<RequestContext, 'perform'> & { actor: Actor } }) =>
    present(await context.perform(action, input), context.actor);

/** Of what an action answers its id alone. */
export const idOf = ({ id }: { id: string }): { _id: string } => ({ _id: id });
