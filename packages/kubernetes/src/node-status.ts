/** The fields of a node that determine its displayed status and roles. */
export interface NodeForStatus {
  metadata?: { labels?: Record<string, string> };
  spec?: { unschedulable?: boolean };
  status?: { conditions?: readonly { type: string; status: string }[] };
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

/**
 * A node's STATUS column in kubectl: `Ready`, `NotReady` or `Unknown`, plus `,SchedulingDisabled` when cordoned.
 * Follows `printNode`.
 */
export function shownNodeStatus({ spec, status }: NodeForStatus): string {
  const ready = status?.conditions?.find((condition) => condition.type === 'Ready');
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable ? `${word},SchedulingDisabled` : word;
}

/** A node's ROLES column in kubectl, in alphabetical order; `<none>` without any. Follows `findNodeRoles`. */
export function shownNodeRoles({ metadata }: NodeForStatus): string {
  const roles = Object.entries(metadata?.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return [key.slice(ROLE_PREFIX.length)];
    return key === 'kubernetes.io/role' && value ? [value] : [];
  });
  return roles.sort().join(',') || '<none>';
}
