import { operations } from '../../../platform/http/operations.ts';
import { presenceOf } from '../../engines/index.ts';
import { consoleOf } from '../console-of.ts';
import { findInPicture, findSessions } from './find-in-cluster.ts';

/** What operators look for by name. */
export const searchRouter = {
  find: operations.cluster.find.handler(async ({ input, context: { db, platform } }) => {
    // Sessions are found also when the cluster is away.
    const console = await consoleOf(platform).catch(() => null);
    const found = console ? findInPicture(console.picture, input.text) : { pods: [], nodes: [] };
    return { ...found, sessions: await findSessions(db, input.text, (engineId) => presenceOf(platform, engineId)) };
  }),
};
