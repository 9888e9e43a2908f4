import type { Measures } from '../../platform/metrics/measures.ts';

/**
 * Engine metrics for operators. An engine whose process has no lease counts as disconnected, whatever it last reported.
 */
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
