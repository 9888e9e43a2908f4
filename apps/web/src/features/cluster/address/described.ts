import type { ConsoleSearch } from './console-search.ts';

/** The search parameter on each of the three screens. */
export const DESCRIBED = 'describe';

/** The described object in a screen's address: `?describe=pod/NAMESPACE/NAME` or `node/NAME`. */
export type Described = { kind: 'pod'; namespace: string; name: string } | { kind: 'node'; name: string };

/** Parses the parameter; null for anything else. */
function readDescribed(written: string | number | undefined): Described | null {
  const [kind, ...parts] = String(written ?? '').split('/');
  const [first = '', second = ''] = parts;
  if (kind === 'pod' && parts.length === 2 && first && second) return { kind, namespace: first, name: second };
  return kind === 'node' && parts.length === 1 && first ? { kind, name: first } : null;
}

/** The value of the parameter. */
export const writtenDescribed = (described: Described): string =>
  described.kind === 'pod' ? `pod/${described.namespace}/${described.name}` : `node/${described.name}`;

/** The object that an address describes. */
export const describedIn = (search: ConsoleSearch): Described | null => readDescribed(search[DESCRIBED]);

/** The address with this object described; null removes it. */
export function withDescribed(search: ConsoleSearch, described: Described | null): ConsoleSearch {
  const { [DESCRIBED]: _before, ...rest } = search;
  return described ? { ...rest, [DESCRIBED]: writtenDescribed(described) } : rest;
}
