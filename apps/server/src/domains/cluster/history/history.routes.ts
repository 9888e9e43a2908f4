import { HISTORY_INTERVAL_MS } from '@switchyard/contracts/cluster/history';
import { operations } from '../../../platform/http/operations.ts';
import { withConsole } from '../cluster.middleware.ts';

/** What this server has recorded of pods and nodes over the last hour. */
export const historyRouter = {
  history: operations.cluster.history.use(withConsole).handler(({ input, context: { console } }) => ({
    everyMs: HISTORY_INTERVAL_MS,
    lastAtMs: console.history.lastAtMs,
    pods: console.history.pods(input.pods),
    nodes: console.history.nodes(input.nodes),
  })),
};
