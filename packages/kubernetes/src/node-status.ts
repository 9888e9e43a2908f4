/** The fields of a node that its shown status and roles are computed from. */
export interface NodeForStatus {
  metadata?: { labels?: Record<string, string> };
  spec?: { unschedulable?: boolean };
  status?: { conditions?: readonly { type: string; status: string }[] };
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

/**
 * What kubectl shows in its STATUS column: `Ready`, `NotReady` or `Unknown`, and `,SchedulingDisabled` when cordoned.
 * Follows `printNode`.
 */
export function shownNodeStatus({ spec, status }: NodeForStatus): string {
  const ready = status?.conditions?.find((condition) => condition.type === 'Ready');
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable ? `${word},SchedulingDisabled` : word;
}

/** What kubectl shows in its ROLES column, in alphabetical order; `<none>` without any. Follows `findNodeRoles`. */
export function shownNodeRoles({ metadata }: NodeForStatus): string {
  const roles = Object.entries(metadata?.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return [key.slice(ROLE_PREFIX.length)];
    return key === 'kubernetes.io/role' && value ? [value] : [];
  });
  return roles.sort().join(',') || '<none>';
}
