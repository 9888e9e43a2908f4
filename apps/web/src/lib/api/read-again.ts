import type { contract } from '@switchyard/contracts';
import type { MutationOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** A part of the API: `engines` of `apiQuery.engines.list`. */
export type ApiPart = keyof typeof contract;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** It is read again for itself alone: neither after changes nor after live events. */
      isApart?: true;
    };
    mutationMeta: {
      /** What the change has read again, instead of its whole part of the API. */
      rereads?: readonly QueryKey[];
    };
  }
}

/** Parts that show one another's things. */
const TOGETHER: readonly (readonly ApiPart[])[] = [
  ['contacts', 'labels', 'lists', 'suppression'],
  ['campaigns', 'audiences', 'campaignTemplates'],
];

/** Reads again what is on the screen of a part of the API; what is not, when it comes to be shown. */
export async function readAgain(queries: QueryClient, part: ApiPart): Promise<void> {
  const parts = TOGETHER.find((some) => some.includes(part)) ?? [part];
  const invalidated = parts.map((one) =>
    queries.invalidateQueries({ queryKey: [[one]], predicate: ({ meta }) => !meta?.isApart }),
  );
  await Promise.all(invalidated);
}

/**
 * Every change, well or badly ended, has its part of the API read again before it counts as ended. The part is known by
 * the key, which `apiQuery.….mutationOptions()` gives; a mutation of several calls names it by
 * `mutationKey: apiQuery.engines.key()`, and one without a key has nothing read again.
 */
export async function readAfterChange(
  queries: QueryClient,
  { mutationKey, meta }: Pick<MutationOptions, 'mutationKey' | 'meta'>,
): Promise<void> {
  if (meta?.rereads) await Promise.all(meta.rereads.map((queryKey) => queries.invalidateQueries({ queryKey })));
  else if (mutationKey) {
    const [[part]] = mutationKey as [[ApiPart]];
    const reading = readAgain(queries, part);
    // A list of messages can take its time, and what is known of a change is shown in it at once.
    if (part !== 'messages') await reading;
  }
}
