import type { PageGlobals } from './wpp.ts';

/** What the driver asks of the page. Each function runs there, sent as text: it can use nothing of this module but types. */

export type PageSent =
  | { kind: 'sent'; ack: number; result: string | null; atSeconds: number | null }
  | { kind: 'absent' }
  /** Nothing was sent: the chat could not be opened. */
  | { kind: 'no-chat'; reason: string }
  | { kind: 'late' };

/**
 * Sends a text under our own id. A message's full name holds the chat's own address, which may be a LID: so the chat is found first, and in
 * the name that WPP makes for it only the random part is replaced.
 */
export async function sendText(order: {
  wid: string;
  id: string;
  text: string;
  /** Not begun after this, on this machine's clock: nobody waits for it any more. */
  untilMs: number;
}): Promise<PageSent> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
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
  if (Date.now() >= order.untilMs) return { kind: 'late' };
  const { ack, sendMsgResult } = await WPP.chat.sendTextMessage(String(chat.id), order.text, {
    messageId: String(made).replace(made.id, order.id),
    waitForAck: true,
    linkPreview: false,
  });
  return {
    kind: 'sent',
    ack: ack ?? 0,
    result: sendMsgResult?.messageSendResult ?? null,
    atSeconds: sendMsgResult?.t ?? null,
  };
}

/**
 * How far a message of ours has come; waits until `untilMs` for WhatsApp to take one that the page still holds.
 * @returns null when the page knows no such message.
 */
export async function levelOf(order: { wid: string; id: string; untilMs: number }): Promise<number | null> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  const chat = await WPP.chat.find(order.wid);
  const made = await WPP.chat.generateMessageID(chat);
  const name = String(made).replace(made.id, order.id);
  for (;;) {
    try {
      const { ack = 0 } = await WPP.chat.getMessageById(name);
      if (ack !== 0 || Date.now() >= order.untilMs) return ack;
    } catch (error) {
      if ((error as { code?: string }).code === 'msg_not_found') return null;
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function areOnWhatsApp(wids: string[]): Promise<boolean[]> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  const found: boolean[] = [];
  for (const wid of wids) found.push((await WPP.contact.queryExists(wid)) !== null);
  return found;
}

export async function pairingCodeFor(digits: string): Promise<string> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  return WPP.conn.genLinkDeviceCodeForPhoneNumber(digits);
}

export async function refreshCode(): Promise<void> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  await WPP.conn.refreshQR();
}

/** Returns at once: the page may be gone before it could tell that it is logged out. */
export async function beginLogOut(): Promise<void> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  void WPP.conn.logout().catch(() => undefined);
}
