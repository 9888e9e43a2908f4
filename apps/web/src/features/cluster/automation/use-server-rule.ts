import type { ClusterRule, ClusterRuleMode } from '@switchyard/contracts/cluster/automation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';

/** Another administrator may have switched it. */
const POLL_INTERVAL_MS = 30_000;

export interface ServerRule {
  /** Null while unknown. */
  rule: ClusterRule | null;
  /** The server applies it, so screens do not. */
  acts: boolean;
  set: (mode: ClusterRuleMode) => Promise<void>;
}

/** A rule that the server applies while no screen is open. */
export function useServerRule(name: ClusterRule['rule']): ServerRule {
  const client = useQueryClient();
  const query = useQuery(apiQuery.cluster.rules.queryOptions({ refetchInterval: POLL_INTERVAL_MS }));
  const rule = query.data?.rules.find((rule) => rule.rule === name) ?? null;
  return {
    rule,
    acts: rule?.mode === 'on',
    async set(mode) {
      await api.cluster.setRule({ rule: name, mode });
      await client.invalidateQueries({ queryKey: apiQuery.cluster.rules.queryKey() });
    },
  };
}
