import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';

/** Statuses of an engine session, in the order of their tiles (spec 001 section 4). */
export const SESSION_STATUSES = [
  'connected',
  'qrcode',
  'initializing',
  'browser_started',
  'navigating',
  'unpaired',
  'disconnected',
] as const;

export type SessionPlacement = 'active-in-pod' | 'missing-pod' | 'no-pod';

/**
 * Active in Pod: has a pod id and the pod exists; Missing Pod: has a pod id but the pod is not found; No Pod: no pod id
 * (spec 001 section 4).
 */
export function placementOf(podId: string | null, podExists: (podId: string) => boolean): SessionPlacement {
  if (!podId) return 'no-pod';
  return podExists(podId) ? 'active-in-pod' : 'missing-pod';
}

export type ConnectionState = 'connected' | 'connecting' | 'disconnected';

/**
 * Session connection state (spec 001 section 4): connected (green), connecting (amber), disconnected or unpaired (red).
 */
export function connectionStateOf(status: string): ConnectionState {
  if (status === 'connected') return 'connected';
  return status === 'disconnected' || status === 'unpaired' || status === 'error' ? 'disconnected' : 'connecting';
}

/**
 * The display name of a session's user: the full name, else first and last name, else the address; empty without a
 * user.
 */
export function userNameOf(user: EngineSessionRow['user']): string {
  if (!user) return '';
  return user.fullName || [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
}

/**
 * The optimizer's session search: session id, user email, pod id and status (spec 001 section 2.1); contains,
 * case-insensitive.
 */
export function matchesSessionSearch(
  row: Pick<EngineSessionRow, '_id' | 'status' | 'podId' | 'user'>,
  search: string,
): boolean {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return true;
  return [row._id, row.user?.email, row.podId, row.status].some((text) => text?.toLowerCase().includes(wanted));
}

/**
 * The gateway console's user or session search: by email, id or name (spec 001 section 2.2); contains,
 * case-insensitive.
 */
export function matchesUserSearch(row: Pick<EngineSessionRow, '_id' | 'user'>, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return true;
  const { user } = row;
  return [row._id, user?._id, user?.email, user?.fullName, user?.firstName, user?.lastName].some((text) =>
    text?.toLowerCase().includes(wanted),
  );
}

/** Number of sessions per status; every status of the specification is present, others follow as they occur. */
export function countByStatus(rows: Iterable<{ status: string }>): Map<string, number> {
  const counts = new Map<string, number>(SESSION_STATUSES.map((status) => [status, 0]));
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
