import type { PageGlobals } from './wpp.ts';

export type PageSent =
  | { kind: 'sent'; ack: number; result: string | null; atSeconds: number | null }
  | { kind: 'absent' }
  /** Nothing was sent: the chat could not be opened. */
  | { kind: 'no-chat'; reason: string }
  | { kind: 'late' };

export type PageBody =
  | { kind: 'text'; text: string }
  /** `url` is a data URL. */
  | { kind: 'media'; url: string; type: string; isPtt: boolean; mimetype: string; filename: string; caption: string }
  | { kind: 'poll'; name: string; choices: string[]; selectable: number };

export interface PageOrder {
  wid: string;
  id: string;
  body: PageBody;
  /** The quoted message; `wid` is its writer, null for this account. */
  quote: { id: string; wid: string | null } | null;
  /** Ids of the mentioned people. */
  mentions: string[];
  /** Do not start after this time, by this machine's clock, because the driver has given up by then. */
  untilMs: number;
}

/**
 * Sends a message with our own id. Runs in the page, serialised as text, so it cannot use anything from this module. A
 * message's full name contains the chat's own address, which may be a LID; so the chat is looked up first, and only the
 * random part of the name that WPP generates is replaced. If the page does not have the quoted message, the message is
 * sent without the quote.
 */
export async function sendMessage(order: PageOrder): Promise<PageSent> {
  const QUOTE_WAIT_MS = 3_000;
  /** Maximum ids to remember as our own. */
  const MAX_SENT = 2_000;
  const page = globalThis as unknown as PageGlobals;
  const { WPP } = page;
  if (!WPP) throw new Error('the page is not ready');
  const { body } = order;
  let chat: Awaited<ReturnType<typeof WPP.chat.find>>;
  let made: Awaited<ReturnType<typeof WPP.chat.generateMessageID>>;
  try {
    const isPerson = order.wid.endsWith('@c.us');
    if (isPerson && !WPP.chat.get(order.wid) && !(await WPP.contact.queryExists(order.wid))) return { kind: 'absent' };
    chat = await WPP.chat.find(order.wid);
    made = await WPP.chat.generateMessageID(chat);
  } catch (error) {
    return { kind: 'no-chat', reason: (error as Error).message };
  }
  const quotedMsg = await nameOfQuoted();
  if (Date.now() >= order.untilMs) return { kind: 'late' };

  const messageId = String(made).replace(made.id, order.id);
  const options = {
    messageId,
    waitForAck: true,
    markIsRead: false,
    ...(quotedMsg === null ? {} : { quotedMsg }),
    ...(order.mentions.length === 0 ? {} : { mentionedJidList: order.mentions }),
  };
  // Messages that are being sent and not yet visible in the chat are found here.
  page.switchyardSending ??= new Map<string, number>();
  const sending = page.switchyardSending as Map<string, number>;
  sending.set(order.id, Date.now());
  page.switchyardSent ??= new Set<string>();
  const sentHere = page.switchyardSent as Set<string>;
  sentHere.add(order.id);
  const [oldest] = sentHere;
  if (sentHere.size > MAX_SENT && oldest !== undefined) sentHere.delete(oldest);
  try {
    const { ack, sendMsgResult } = await begin(String(chat.id));
    const { messageSendResult = null, t = null } = sendMsgResult ?? {};
    return { kind: 'sent', ack: ack ?? 0, result: messageSendResult, atSeconds: t };
  } finally {
    sending.delete(order.id);
  }

  function begin(to: string) {
    if (!WPP) throw new Error('the page is not ready');
    if (body.kind === 'text') return WPP.chat.sendTextMessage(to, body.text, { ...options, linkPreview: false });
    if (body.kind === 'media') {
      const { url, type, isPtt, mimetype, filename, caption } = body;
      return WPP.chat.sendFileMessage(to, url, { ...options, type, isPtt, mimetype, filename, caption });
    }
    const { name, choices, selectable } = body;
    return WPP.chat.sendCreatePollMessage(to, name, choices, { ...options, selectableCount: selectable });
  }

  /** Full name of the quoted message, if the page has it; in a group it contains the writer, by number or LID. */
  async function nameOfQuoted(): Promise<string | null> {
    if (!order.quote || !WPP) return null;
    const { id, wid } = order.quote;
    const names: string[] = [];
    if (wid === null) names.push(String(made).replace(made.id, id));
    else if (chat.id.server !== 'g.us') names.push(`false_${chat.id}_${id}`);
    else {
      const entry = await WPP.contact.getPnLidEntry(wid).catch(() => null);
      for (const writer of [entry?.lid, wid]) if (writer) names.push(`false_${chat.id}_${id}_${writer}`);
    }
    for (const name of names) {
      const found = WPP.chat.getMessageById(name).then(
        () => true,
        () => false,
      );
      const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), QUOTE_WAIT_MS));
      if (await Promise.race([found, late])) return name;
    }
    return null;
  }
}
