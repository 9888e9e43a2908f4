import type { Measures } from '../../platform/metrics/measures.ts';

/** Rows counted per lane or workspace at most. */
const MAX_COUNTED = 1_000;

/** Metrics of the lanes for operators. Each lane is read from the head of its index. */
export const messageMeasures: Measures[] = [
  {
    labels: [],
    gauges: {
      depth: {
        name: 'switchyard_lane_depth',
        help: `Messages due in all lanes, at most ${MAX_COUNTED} counted of each`,
      },
      lateness: { name: 'switchyard_lane_lateness_seconds', help: 'How late the latest message of any lane is' },
      late: { name: 'switchyard_lanes_late', help: 'Lanes of connected engines whose first message is a minute late' },
    },
    query: `
      select coalesce(sum(depth), 0) as depth, coalesce(max(lateness), 0) as lateness,
        count(*) filter (where lateness > 60 and is_connected) as late
      from (
        select engines.status = 'connected' as is_connected, depth, extract(epoch from now() - first) as lateness
        from engines cross join lateral (
          select count(*) as depth, min(claimable_at) as first from (
            select claimable_at from messages where engine_id = engines.id and status = 'pending'
              and hold_rule is distinct from 'first_contact' and claimable_at <= now()
            order by claimable_at limit ${MAX_COUNTED}
          ) head
        ) lane where engines.desired = 'running'
      ) lanes`,
  },
  {
    labels: [],
    gauges: {
      unknown: {
        name: 'switchyard_messages_unknown',
        help: `Messages of which nobody knows whether they went out, at most ${MAX_COUNTED} of a workspace`,
      },
      in_doubt: {
        name: 'switchyard_messages_in_doubt',
        help: 'Messages that an engine is settling after an interruption',
      },
    },
    query: `
      select coalesce(sum(unknown), 0) as unknown,
        (select count(*) from (select from messages where in_doubt limit 100000) doubts) as in_doubt
      from workspaces cross join lateral (
        select count(*) as unknown from (
          select from messages where workspace_id = workspaces.id and status = 'unknown' and not deleted limit ${MAX_COUNTED}
        ) unknowns
      ) counted`,
  },
];
