import { bulkOperations, operations, signedIn } from '../../platform/http/operations.ts';
import { deleter, operator, withConsole } from './cluster.middleware.ts';
import { presentDeletion, presentSession } from './cluster.present.ts';
import { countSessionsByPod, findAllEngineSessions, findEngineSessions, SESSION_SORTS } from './cluster.queries.ts';
import { consoleOf } from './console-of.ts';
import { announceDeletion, deletePod, findDeletions, settleDeletion } from './delete-pod.ts';
import { findPod } from './find-pod.ts';
import { isFleetOffered, presentFleet, setFleet } from './fleet.ts';
import { gatewayStatus } from './gateway-status.ts';
import { monitoredNodes } from './monitored-nodes.ts';
import type { ClusterConsole } from './picture/cluster-console.ts';
import { readContainers } from './read-containers.ts';

const { cluster } = operations;

const existsIn = (console: ClusterConsole) => {
  const names = new Set<string>();
  for (const pod of console.picture.pods()) names.add(pod.name);
  return (name: string) => names.has(name);
};

export const clusterRouter = {
  settings: cluster.settings
    .use(signedIn)
    .use(operator)
    .handler(({ context: { platform } }) => {
      const found = platform.cluster;
      return {
        proxyUrl: found && `http://127.0.0.1:${found.browserPort}`,
        cluster: found?.client.connection.server ?? '',
        namespace: found?.namespace ?? '',
        fleet: presentFleet(platform),
      };
    }),

  setFleet: cluster.setFleet
    .use(signedIn)
    .use(operator)
    .handler(async ({ input, context: { platform }, errors }) => {
      if (!isFleetOffered(platform)) {
        throw errors.FORBIDDEN({ message: 'A simulated fleet is for the demo, on the local cluster.' });
      }
      await setFleet(platform, input.size);
      return presentFleet(platform);
    }),

  gatewayStatus: bulkOperations.cluster.gatewayStatus
    .use(signedIn)
    .use(operator)
    .use(withConsole)
    .handler(async ({ context: { platform, console } }) => {
      const podExists = existsIn(console);
      const records = await findAllEngineSessions(platform.database);
      return gatewayStatus(
        console.picture,
        records.map((record) => presentSession(record, podExists)),
      );
    }),

  sessions: cluster.sessions
    .use(signedIn)
    .use(operator)
    .handler(async ({ input, context: { platform }, errors }) => {
      const field = (input.sort ?? '-updatedAt').replace(/^-/, '');
      const sort = SESSION_SORTS.find((one) => one === field);
      if (!sort) {
        const message = `sorts by ${SESSION_SORTS.join(' or ')}`;
        throw errors.INVALID({ data: { faults: [{ field: 'sort', message }] } });
      }
      const descending = input.sort?.startsWith('-') ?? true;
      const { rows, total } = await findEngineSessions(platform.database, { ...input, sort, descending });
      // Sessions are shown also when the cluster is away; nothing is then known to exist.
      const console = await consoleOf(platform).catch(() => null);
      const podExists = console ? existsIn(console) : () => false;
      return { data: rows.map((row) => presentSession(row, podExists)), total };
    }),

  nodes: bulkOperations.cluster.nodes
    .use(signedIn)
    .use(operator)
    .use(withConsole)
    .handler(async ({ input, context: { platform, console } }) => {
      const { picture } = console;
      const sessionsByPod = await countSessionsByPod(platform.database);
      return { nodes: monitoredNodes(picture, input.type, sessionsByPod, Date.now()), feed: picture.feed };
    }),

  podContainers: cluster.podContainers
    .use(signedIn)
    .use(operator)
    .use(withConsole)
    .handler(async ({ input, context: { console } }) => ({ containers: await readContainers(console.client, input) })),

  deletePod: cluster.deletePod
    .use(signedIn)
    .use(deleter)
    .use(withConsole)
    .handler(async ({ input, context: { actor, platform, console } }) => {
      const { picture, client } = console;
      const pod = findPod(picture, client.connection.namespace, input);
      return presentDeletion(await deletePod({ database: platform.database, client }, actor, pod, input.cause));
    }),

  terminatePod: cluster.terminatePod
    .use(signedIn)
    .use(deleter)
    .use(withConsole)
    .handler(async ({ input, context: { actor, platform, console }, errors }) => {
      const { picture, client } = console;
      const pod = findPod(picture, client.connection.namespace, input);
      if (pod.pinned) {
        throw errors.FORBIDDEN({
          message: `This pod must stay on its node (${pod.pinned}); nothing was terminated.`,
        });
      }
      return presentDeletion(await deletePod({ database: platform.database, client }, actor, pod, input.cause));
    }),

  announceDeletion: cluster.announceDeletion
    .use(signedIn)
    .use(deleter)
    .use(withConsole)
    .handler(async ({ input, context: { actor, platform, console } }) => {
      const pod = findPod(console.picture, console.client.connection.namespace, input);
      const given = { cause: input.cause, via: 'proxy' as const };
      return presentDeletion(await announceDeletion(platform.database, actor, pod, given));
    }),

  settleDeletion: cluster.settleDeletion
    .use(signedIn)
    .use(deleter)
    .handler(async ({ input, context: { actor, platform }, errors }) => {
      const { id, outcome, failure = null } = input;
      const record = await settleDeletion(platform.database, actor, id, outcome, failure);
      if (!record) throw errors.NOT_FOUND();
      return presentDeletion(record);
    }),

  deletions: cluster.deletions
    .use(signedIn)
    .use(operator)
    .handler(async ({ input, context: { platform } }) => {
      const { rows, total } = await findDeletions(platform.database, input);
      return { data: rows.map(presentDeletion), total };
    }),
};
