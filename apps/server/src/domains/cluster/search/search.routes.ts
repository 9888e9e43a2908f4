import { operations } from '../../../platform/http/operations.ts';
import { presenceOf } from '../../engines/index.ts';
import { consoleOf } from '../console-of.ts';
import { findSessions, searchCluster } from './search-cluster.ts';

/** Search by name. */
export const searchRouter = {
  find: operations.cluster.find.handler(async ({ input, context: { db, platform } }) => {
    // Sessions are found even if the cluster is unreachable.
    const console = await consoleOf(platform).catch(() => null);
    const found = console ? searchCluster(console.clusterState, input.text) : { pods: [], nodes: [] };
    return { ...found, sessions: await findSessions(db, input.text, (engineId) => presenceOf(platform, engineId)) };
  }),
};
