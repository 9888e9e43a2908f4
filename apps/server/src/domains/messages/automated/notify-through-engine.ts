import { systemClock } from '../../../platform/action.ts';
import { connectedEngineOf } from '../../engines/index.ts';
import { notifyByWhatsapp } from '../../notifications/index.ts';
import { isSuppressed } from '../../suppression/index.ts';
import { sendAutomated } from './send-automated.ts';

/**
 * Delivers a notification as a WhatsApp message through a connected engine of the workspace, to members who chose this.
 * Without a connected engine nothing is sent: the page and mail still notify, and a message hours late is no longer
 * news. Opted-out numbers get nothing.
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
