import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { chatWritten, keepFilesWhere } from '../messages/index.ts';
import { whenSuppressed } from '../suppression/index.ts';
import { botsRouter } from './bots.routes.ts';
import { botTools } from './bots.tools.ts';
import { hear } from './runtime/hear.ts';
import { leaveAlone } from './runtime/leave-alone.ts';
import { startSessionWatch } from './runtime/work-on-session.ts';
import { serveActions } from './statistics/actions.http.ts';
import { startFolding } from './statistics/fold.ts';

/** A file is kept while a bot's draft or a version of it sends it. */
const SENDS_IT = `@? ('$.nodes[*].attachment.fileId ? (@ == "' || f.id || '")')::jsonpath`;
keepFilesWhere(
  `exists (select from bots b where b.workspace_id = f.workspace_id and b.deleted_at is null and b.draft ${SENDS_IT})`,
);
keepFilesWhere(
  `exists (select from bot_versions v join bots b on b.id = v.bot_id where b.workspace_id = f.workspace_id and b.deleted_at is null and v.flow ${SENDS_IT})`,
);

whenSuppressed(leaveAlone);

/** Limits look ten minutes back; withdrawing what is not on its way, no further than a lane may be late. */
const KEEP_SAYINGS = '2 days';

/** Bots: flows, their deployments, the conversations that they run, and the figures about them. */
export const botsDomain: Domain = {
  name: 'bots',
  routers: { bots: botsRouter },
  hooks: [chatWritten.hook('bots', hear)],
  http: serveActions,
  tools: botTools,
  async work(platform) {
    const forget = await runHourly(platform, 'forget-bot-sayings', async () => {
      await platform.database.pool.query(`delete from bot_sayings where at < now() - interval '${KEEP_SAYINGS}'`);
    });
    const parts = [startSessionWatch(platform), startFolding(platform), forget];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
