import type { contract } from '@switchyard/contracts';
import type { MutationOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** A part of the API: `engines` of `apiQuery.engines.list`. */
export type ApiPart = keyof typeof contract;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Refetched only by itself, neither after changes nor after live events. */
      isApart?: true;
    };
    mutationMeta: {
      /** What the change refetches instead of its whole part of the API. */
      rereads?: readonly QueryKey[];
    };
  }
}

/** Parts that show one another's data. */
const RELATED_PARTS: readonly (readonly ApiPart[])[] = [
  ['contacts', 'labels', 'lists', 'suppression'],
  ['campaigns', 'audiences', 'campaignTemplates'],
];

/** Invalidates a part of the API: what is on screen is refetched now, the rest when next shown. */
export async function invalidatePart(queries: QueryClient, part: ApiPart): Promise<void> {
  const parts = RELATED_PARTS.find((group) => group.includes(part)) ?? [part];
  const invalidated = parts.map((invalidatedPart) =>
    queries.invalidateQueries({ queryKey: [[invalidatedPart]], predicate: ({ meta }) => !meta?.isApart }),
  );
  await Promise.all(invalidated);
}

/**
 * After every change, successful or not, its part of the API is refetched before the change counts as finished. The
 * part comes from the key that `apiQuery.….mutationOptions()` gives; a mutation of several calls names it by
 * `mutationKey: apiQuery.engines.key()`, and one without a key refetches nothing.
 */
export async function invalidateAfterChange(
  queries: QueryClient,
  { mutationKey, meta }: Pick<MutationOptions, 'mutationKey' | 'meta'>,
): Promise<void> {
  if (meta?.rereads) await Promise.all(meta.rereads.map((queryKey) => queries.invalidateQueries({ queryKey })));
  else if (mutationKey) {
    const [[part]] = mutationKey as [[ApiPart]];
    const reading = invalidatePart(queries, part);
    // A list of messages may be slow, and known changes are already shown in it.
    if (part !== 'messages') await reading;
  }
}
