import type { Measures } from '../../platform/metrics/measures.ts';

/** Engines as an operator sees them; one whose process has no lease is not connected, whatever it said last. */
export const engineMeasures: Measures[] = [
  {
    labels: ['state', 'driver'],
    gauges: { engines: { name: 'switchyard_engines', help: 'Engines by state and driver' } },
    query: `
      select driver, count(*) as engines, case when engines.desired <> 'running' then 'stopped'
        when engines.status = 'connected' and coalesce(lane.expires_at < now(), true) then 'offline' else engines.status end as state
      from engines left join engine_lanes lane on lane.engine_id = engines.id group by state, driver`,
  },
  {
    labels: ['cause'],
    gauges: { engines: { name: 'switchyard_engines_in_trouble', help: 'Engines that are not connected, by cause' } },
    query: `
      select trouble->>'cause' as cause, count(*) as engines from engines
      where trouble is not null and desired = 'running' group by 1`,
  },
];
