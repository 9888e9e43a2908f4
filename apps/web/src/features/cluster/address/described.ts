import type { ConsoleSearch } from './console-search.ts';

/** The search parameter on each of the three screens. */
export const DESCRIBE_PARAMETER = 'describe';

/** The described object in a screen's address: `?describe=pod/NAMESPACE/NAME` or `node/NAME`. */
export type DescribedObject = { kind: 'pod'; namespace: string; name: string } | { kind: 'node'; name: string };

/** Parses the parameter; null for anything else. */
function parseDescribed(written: string | number | undefined): DescribedObject | null {
  const [kind, ...parts] = String(written ?? '').split('/');
  const [first = '', second = ''] = parts;
  if (kind === 'pod' && parts.length === 2 && first && second) return { kind, namespace: first, name: second };
  return kind === 'node' && parts.length === 1 && first ? { kind, name: first } : null;
}

/** The value of the parameter. */
export const formatDescribed = (described: DescribedObject): string =>
  described.kind === 'pod' ? `pod/${described.namespace}/${described.name}` : `node/${described.name}`;

/** The object that an address describes. */
export const describedAt = (search: ConsoleSearch): DescribedObject | null =>
  parseDescribed(search[DESCRIBE_PARAMETER]);

/** The address with this object described; null removes it. */
export function withDescribed(search: ConsoleSearch, described: DescribedObject | null): ConsoleSearch {
  const { [DESCRIBE_PARAMETER]: _before, ...rest } = search;
  return described ? { ...rest, [DESCRIBE_PARAMETER]: formatDescribed(described) } : rest;
}
