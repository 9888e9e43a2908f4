import { implement } from '@orpc/server';
import { publicApiContract } from '@switchyard/contracts/public-api/operations';
import { ANY_KEY } from '@switchyard/contracts/public-api/shapes';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { ZodType } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { admit } from '../../platform/http/operations.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { unknownFaults } from '../../platform/read-input.ts';
import { invalid } from '../../platform/refusal.ts';

const unguarded = implement(publicApiContract).$context<RequestContext>();

/** Fields that the operation does not know. Headers belong to the caller; an empty body has none. */
function unknownFields(schema: ZodType | undefined, given: unknown) {
  const { params, query, body } = (given ?? {}) as Record<string, unknown>;
  const isEmpty = body === null || body === undefined || Object.keys(body as object).length === 0;
  return unknownFaults(schema, {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(isEmpty ? {} : { body }),
  });
}

function withoutKey(actor: Actor | null): Actor | null {
  if (!actor) return null;
  const { key: _, ...person } = actor;
  return person;
}

const guarded = unguarded.middleware(async ({ context, next, procedure, path }, input: unknown) => {
  const { meta, inputSchema, route } = procedure['~orpc'];
  const { actor: given } = context;
  // Operations open to any key require no scope.
  const actor = admit(meta.scope === ANY_KEY ? withoutKey(given) : given, meta) as Actor;
  // A refusal shows nothing, so it is not a view.
  if (actor.onBehalfOf && path[0] !== 'unsupported') await context.platform.recordView(actor, `v1.${path.join('.')}`);
  if (route.inputStructure === 'detailed') {
    const { query } = (input ?? {}) as { query?: object };
    const schema = inputSchema as ZodType | undefined;
    const knowsQuery = schema !== undefined && 'query' in (schema as unknown as { shape: object }).shape;
    const unknown = knowsQuery
      ? unknownFields(schema, input)
      : [
          ...Object.keys(query ?? {}).map((name) => faultAt(name, 'unknownField')),
          ...unknownFields(schema, { ...(input as object), query: undefined }),
        ];
    if (unknown.length > 0) throw invalid(unknown);
  }
  return next({ context: { actor } });
});

/** The contract of `/v1`, to be implemented; access is checked before the input. */
export const publicOperations = unguarded
  .$config({ initialInputValidationIndex: 1, initialOutputValidationIndex: 0 })
  .use(guarded);
