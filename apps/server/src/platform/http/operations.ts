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

/** For middleware; operations themselves are built on `operations`, which is guarded. */
export const unguarded = implement(contract).$context<RequestContext>();

/** Whether the actor may call the operation at all. @throws Refusal `UNAUTHORIZED`, `FORBIDDEN` */
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
 * Like {@link admit}, for a plain route, which describes itself as the contract describes operations. Views in support
 * mode are recorded.
 * @returns the requesting actor
 */
export async function admitRequest(
  request: FastifyRequest,
  platform: Platform,
  operation: PlainOperation,
): Promise<Actor> {
  const actor = admit(await actorOf(request, platform), operation);
  if (!actor) throw new Refusal('UNAUTHORIZED');
  await recordViewOfOthers(platform, actor, operation, operation.name);
  return actor;
}

/** Records that the actor views other people's data. Public data belongs to nobody in particular. */
async function recordViewOfOthers(platform: Platform, actor: Actor, { guard, sees }: OperationMeta, name: string) {
  if (sees === 'others') await platform.recordView(actor, name, { workspaceId: null });
  else if (actor.onBehalfOf && guard !== 'public') await platform.recordView(actor, name);
}

/** Guards all operations by their contract, so that none can forget to. */
const guarded = unguarded.middleware(async ({ context, next, procedure, path }, input: unknown) => {
  const { meta, inputSchema } = procedure['~orpc'];
  const actor = admit(context.actor, meta);
  if (actor) await recordViewOfOthers(context.platform, actor, meta, path.join('.'));
  // Checked before the known fields, because an unknown field usually explains the other faults.
  const unknown = unknownFaults(inputSchema as ZodType | undefined, input);
  if (unknown.length > 0) throw invalid(unknown);
  return next({ context: { actor: actor as Actor } });
});

/**
 * The contract, implemented domain by domain: `operations.messages.create.handler(…)`. The guard runs before input
 * validation, so that an anonymous caller gets 401 and learns nothing about the input. `actor` may be null only for
 * operations with the guard `public`.
 */
export const operations = unguarded
  .$config({ initialInputValidationIndex: 1, initialOutputValidationIndex: 0 })
  .use(guarded);

/**
 * Like {@link operations}, for responses of many thousands of rows. Only the compiler checks them against the contract:
 * validating each would copy everything.
 */
export const bulkOperations = unguarded
  .$config({ initialInputValidationIndex: 1, initialOutputValidationIndex: Number.NaN })
  .use(guarded);

/** Handles an operation with an action, and presents its result to the actor. */
export const performing =
  <Input, Result, Presented>(
    action: Action<Input, Result, EdgeDeps>,
    present: (result: Result, actor: Actor) => Presented,
  ) =>
  async ({ input, context }: { input: Input; context: Pick<RequestContext, 'perform'> & { actor: Actor } }) =>
    present(await context.perform(action, input), context.actor);

/** Presents only the id of an action's result. */
export const idOf = ({ id }: { id: string }): { _id: string } => ({ _id: id });
