import type { ConsoleSearch } from './console-search.ts';

/** The parameter, of the address of each of the three screens. */
export const DESCRIBED = 'describe';

/** What is described, in a screen's address: `?describe=pod/NAMESPACE/NAME` or `node/NAME`. */
export type Described = { kind: 'pod'; namespace: string; name: string } | { kind: 'node'; name: string };

/** Reads what an address says; null for anything else. */
function readDescribed(written: string | number | undefined): Described | null {
  const [kind, ...parts] = String(written ?? '').split('/');
  const [first = '', second = ''] = parts;
  if (kind === 'pod' && parts.length === 2 && first && second) return { kind, namespace: first, name: second };
  return kind === 'node' && parts.length === 1 && first ? { kind, name: first } : null;
}

/** As it stands in an address. */
export const writtenDescribed = (described: Described): string =>
  described.kind === 'pod' ? `pod/${described.namespace}/${described.name}` : `node/${described.name}`;

/** What an address describes. */
export const describedIn = (search: ConsoleSearch): Described | null => readDescribed(search[DESCRIBED]);

/** An address with this described, else as it is; null: with nothing. */
export function withDescribed(search: ConsoleSearch, described: Described | null): ConsoleSearch {
  const { [DESCRIBED]: _before, ...rest } = search;
  return described ? { ...rest, [DESCRIBED]: writtenDescribed(described) } : rest;
}
