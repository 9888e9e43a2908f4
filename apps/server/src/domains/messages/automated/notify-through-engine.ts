import { systemClock } from '../../../platform/action.ts';
import { connectedEngineOf } from '../../engines/index.ts';
import { notifyByWhatsapp } from '../../notifications/index.ts';
import { isSuppressed } from '../../suppression/index.ts';
import { sendAutomated } from './send-automated.ts';

/**
 * People who want to be told at their own number get a message through an engine of the workspace that is connected
 * now; without one, nothing: page and mail tell them still, and what comes hours late is no news. Who has asked for no
 * more messages gets none.
 */
export const notifyThroughEngine = notifyByWhatsapp.hook(
  'messages',
  async (tx, { workspaceId, name, mobile, text }) => {
    const engine = await connectedEngineOf(tx, workspaceId);
    if (!engine || (await isSuppressed(tx, workspaceId, [mobile])).has(mobile)) return [];
    const message = { workspaceId, engineId: engine.id, driver: engine.driver, chat: mobile, contactName: name, text };
    const { events } = await sendAutomated(tx, { ...message, origin: 'web' }, systemClock.now());
    return events;
  },
);
