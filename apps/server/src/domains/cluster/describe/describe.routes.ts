import { operations } from '../../../platform/http/operations.ts';
import { withConsole } from '../cluster.middleware.ts';
import { describeNode } from './describe-node.ts';
import { describePod } from './describe-pod.ts';
import { readContainers } from './read-containers.ts';

const { cluster } = operations;

/** Operations about a single pod or node. */
export const describeRouter = {
  describePod: cluster.describePod
    .use(withConsole)
    .handler(({ input, context: { console } }) => describePod(console.client, input)),
  describeNode: cluster.describeNode
    .use(withConsole)
    .handler(({ input, context: { console } }) => describeNode(console, input.nodeName)),
  podContainers: cluster.podContainers
    .use(withConsole)
    .handler(({ input, context: { console } }) => readContainers(console, input)),
};
