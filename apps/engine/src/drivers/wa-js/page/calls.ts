import type { PageGlobals } from './wpp.ts';

/**
 * The driver's calls to the page. Each function runs there, serialised as text, so it can use nothing from this module
 * except types.
 */

/**
 * The delivery level of a message of ours; waits until `untilMs` for WhatsApp to accept one that the page still holds.
 * @returns null if the page has no such message
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
      if ((error as { code?: string }).code !== 'msg_not_found') throw error;
      // A file appears in the chat only once it is prepared.
      const sending = (globalThis as unknown as PageGlobals).switchyardSending;
      if (!(sending as Map<string, number> | undefined)?.has(order.id)) return null;
      if (Date.now() >= order.untilMs) return 0;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @returns WhatsApp's id for each; null if it knows none */
export async function whatsAppIdsOf(wids: string[]): Promise<(string | null)[]> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  const found: (string | null)[] = [];
  for (const wid of wids) found.push((await WPP.contact.queryExists(wid))?.wid.toString() ?? null);
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

/** Returns immediately, because the page may be gone before it could report the logout. */
export async function beginLogOut(): Promise<void> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  void WPP.conn.logout().catch(() => undefined);
}
