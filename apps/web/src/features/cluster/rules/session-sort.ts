import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { userNameOf } from './engine-sessions.ts';

/** Sort keys of the sessions, named like their table's columns. */
const SESSION_SORT_IDS = ['id', 'user', 'pod', 'status', 'lastActive'] as const;
type SessionSortId = (typeof SESSION_SORT_IDS)[number];

export interface SessionSort {
  id: SessionSortId;
  desc: boolean;
}

/** The sort after a click on a column's header: latest activity first, texts ascending. */
export function nextSessionSort(now: SessionSort | null, id: string): SessionSort {
  const found = SESSION_SORT_IDS.find((candidate) => candidate === id) ?? 'id';
  return { id: found, desc: now?.id === found ? !now.desc : found === 'lastActive' };
}

/** A sorted copy; the original order if no sort is chosen. Unknown values are last in either direction. */
export function sortSessions(rows: readonly EngineSessionRow[], sort: SessionSort | null): readonly EngineSessionRow[] {
  if (!sort) return rows;
  const sign = sort.desc ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [keyA, keyB] = [sortValue(a, sort.id), sortValue(b, sort.id)];
    return Number(keyA === '') - Number(keyB === '') || sign * compare(keyA, keyB) || compare(a._id, b._id);
  });
}

function sortValue(row: EngineSessionRow, id: SessionSortId): string {
  switch (id) {
    case 'user':
      return userNameOf(row.user).toLowerCase();
    case 'pod':
      return row.podId ?? '';
    case 'id':
      return row._id;
    default:
      return row[id] ?? '';
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
