import type { Measures } from '../../platform/metrics/measures.ts';

export const webhookMeasures: Measures[] = [
  {
    labels: ['state'],
    gauges: {
      deliveries: {
        name: 'switchyard_webhook_deliveries',
        help: 'Webhook deliveries by state: of the last 10,000 those that are settled, and up to 100,000 that wait',
      },
    },
    query: `
      select state, count(*) as deliveries from (
        select state from webhook_deliveries order by id desc limit 10000) latest
      where state <> 'waiting' group by state
      union all
      select 'waiting', count(*) from (
        select from webhook_deliveries where state = 'waiting' limit 100000) waiting`,
  },
];
