import { downloadAndProcessHistorySyncNotification, getHistoryMsg, proto, type WAMessage } from 'baileys';

const { FULL, ON_DEMAND } = proto.Message.HistorySyncType;

/**
 * Which history Baileys reads by itself. Not what was asked for: of messages that were in an earlier part of the
 * history, though nobody was told of them, it tells nothing.
 */
export const isReadByBaileys = ({ syncType }: proto.Message.IHistorySyncNotification): boolean =>
  syncType !== FULL && syncType !== ON_DEMAND;

/** Messages that the phone has sent because it was asked to, latest first, in a message of its own; null: in none. */
export async function readRequestedHistory({ key, message }: WAMessage): Promise<WAMessage[] | null> {
  const notification = key.fromMe && message ? getHistoryMsg(message) : null;
  if (notification?.syncType !== ON_DEMAND) return null;
  const { messages, lidPnMappings } = await downloadAndProcessHistorySyncNotification(notification, {});
  const numbers = new Map(lidPnMappings.map(({ lid, pn }) => [lid, pn]));
  return messages.map((one) => {
    const number = numbers.get(one.key.remoteJid ?? '');
    return number === undefined ? one : { ...one, key: { ...one.key, remoteJidAlt: number } };
  });
}
