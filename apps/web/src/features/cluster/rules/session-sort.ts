import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { userNameOf } from './engine-sessions.ts';

/** What the sessions are sorted by, as the columns of their table are called. */
const SESSION_SORT_IDS = ['id', 'user', 'pod', 'status', 'lastActive'] as const;
type SessionSortId = (typeof SESSION_SORT_IDS)[number];

export interface SessionSort {
  id: SessionSortId;
  desc: boolean;
}

/** The sort after a click on a column's head: what was active last first, words from their beginning. */
export function nextSessionSort(now: SessionSort | null, id: string): SessionSort {
  const found = SESSION_SORT_IDS.find((one) => one === id) ?? 'id';
  return { id: found, desc: now?.id === found ? !now.desc : found === 'lastActive' };
}

/** Sorted anew; as they came where nothing was chosen. What is not known is last whichever way. */
export function sortSessions(rows: readonly EngineSessionRow[], sort: SessionSort | null): readonly EngineSessionRow[] {
  if (!sort) return rows;
  const sign = sort.desc ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [sortValue(one, sort.id), sortValue(other, sort.id)];
    return Number(a === '') - Number(b === '') || sign * compare(a, b) || compare(one._id, other._id);
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

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
