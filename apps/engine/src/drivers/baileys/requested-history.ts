import { downloadAndProcessHistorySyncNotification, getHistoryMsg, proto, type WAMessage } from 'baileys';

const { FULL, ON_DEMAND } = proto.Message.HistorySyncType;

/**
 * History that Baileys processes by itself. Requested history is excluded: Baileys does not report messages that were
 * in an earlier part of the history, even if they were never reported.
 */
export const isReadByBaileys = ({ syncType }: proto.Message.IHistorySyncNotification): boolean =>
  syncType !== FULL && syncType !== ON_DEMAND;

/** Older messages that the phone has sent on request, newest first; null if the message contains none. */
export async function readRequestedHistory({ key, message }: WAMessage): Promise<WAMessage[] | null> {
  const notification = key.fromMe && message ? getHistoryMsg(message) : null;
  if (notification?.syncType !== ON_DEMAND) return null;
  const { messages, lidPnMappings } = await downloadAndProcessHistorySyncNotification(notification, {});
  const numbers = new Map(lidPnMappings.map(({ lid, pn }) => [lid, pn]));
  return messages.map((historyMessage) => {
    const { key: historyKey } = historyMessage;
    const number = numbers.get(historyKey.remoteJid ?? '');
    return number === undefined ? historyMessage : { ...historyMessage, key: { ...historyKey, remoteJidAlt: number } };
  });
}
