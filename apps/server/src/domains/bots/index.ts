import { type Domain, reaction } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { chatMessagesStored } from '../messages/index.ts';
import { numberSuppressed } from '../suppression/index.ts';
import { workspacePurging } from '../workspaces/index.ts';
import { botSessionDue } from './bots.events.ts';
import { botsNotices } from './bots.notices.ts';
import { botsPersonalData } from './bots.personal-data.ts';
import { botsRouter } from './bots.routes.ts';
import { botTools } from './bots.tools.ts';
import { holdRestored } from './hold-restored.ts';
import { purgeBotTraces } from './purge-bot-traces.ts';
import { endSuppressedSessions } from './runtime/end-suppressed-sessions.ts';
import { receiveMessages } from './runtime/receive-messages.ts';
import { wakeSession } from './runtime/session-queue.ts';
import { startSessionWatch } from './runtime/work-on-session.ts';
import { startSchedules } from './schedule/run-schedules.ts';
import { sealEarlierFlows } from './secrets/seal-earlier.ts';
import { changeBotSecrets } from './secrets/secret-seal.ts';
import { serveActions } from './statistics/actions.http.ts';
import { countEarlierPairs } from './statistics/count-pairs.ts';
import { foldBeforePurge, startFolding } from './statistics/fold.ts';

export { beginConversation, isDeployed } from './begin-conversation.ts';
export { type BoardItems, getBoardItems } from './board-items.ts';
export { type BotRow, findBot, listDeployments } from './bots.queries.ts';
export { createBot } from './create-bot.ts';
export { deployBot, undeployBot } from './deploy-bot.ts';
export { evaluateFormulas } from './flow/evaluate.ts';
export type { FormulaInput } from './flow/expression-threads.ts';
export { fillText } from './flow/fill-text.ts';
export { botHandedOver, type Handover } from './handover.ts';
export { type BotEvent, recordAll } from './runtime/record.ts';
export { newState } from './runtime/session-state.ts';

/** Files that a bot's draft or one of its versions sends are not purged. */
const SENDS_IT = `@? ('$.nodes[*].attachment.fileId ? (@ == "' || f.id || '")')::jsonpath`;

/** Bots: flows, their deployments, the conversations they run, and statistics. */
export const botsDomain: Domain = {
  name: 'bots',
  holdRestored,
  notices: botsNotices,
  routers: { bots: botsRouter },
  hooks: [
    chatMessagesStored.hookBatch('bots', receiveMessages),
    workspacePurging.hook('bots', foldBeforePurge),
    numberSuppressed.hook('bots', endSuppressedSessions),
  ],
  reactions: [reaction(botSessionDue, (platform, { sessionId, at }) => wakeSession(platform, sessionId, at))],
  keepsFiles: [
    `exists (select from bots b where b.workspace_id = f.workspace_id and b.deleted_at is null and b.draft ${SENDS_IT})`,
    `exists (select from bot_versions v join bots b on b.id = v.bot_id
       where b.workspace_id = f.workspace_id and b.deleted_at is null and v.flow ${SENDS_IT})`,
  ],
  http: serveActions,
  personalData: botsPersonalData,
  changeSecret: changeBotSecrets,
  async prepare(platform) {
    await sealEarlierFlows(platform);
    await countEarlierPairs(platform);
  },
  tools: botTools,
  async work(platform) {
    const purge = await runHourly(platform, 'forget-bot-sayings', () =>
      purgeBotTraces(platform.database.pool, new Date()),
    );
    const parts = [startSessionWatch(platform), startSchedules(platform), startFolding(platform), purge];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
