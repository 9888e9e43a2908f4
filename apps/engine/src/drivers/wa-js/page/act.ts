import type { MessageModel, PageGlobals } from './wpp.ts';

/** What is to be done, in plain values. */
export interface PageActOrder {
  wid: string;
  act:
    | { kind: 'react'; emoji: string }
    | { kind: 'edit'; text: string }
    | { kind: 'delete' }
    | { kind: 'star'; isStarred: boolean }
    | { kind: 'read'; isRead: boolean }
    | { kind: 'archive'; isArchived: boolean }
    | { kind: 'pin'; isPinned: boolean }
    | { kind: 'mute'; untilMs: number | null }
    | { kind: 'pin-message'; isPinned: boolean; seconds: number }
    /** Tells what was written before the message; without one, what was written last. */
    | { kind: 'tell-older'; count: number };
  /** The message that it is about; `wid` is who wrote it, null: this account. */
  message: { id: string; wid: string | null } | null;
}
export type PageActed =
  | { kind: 'done' }
  | { kind: 'told'; count: number }
  | { kind: 'no-message' }
  | { kind: 'refused'; reason: string };

/**
 * Does something to a message or chat. Runs in the page, sent there as text: it can use nothing of this module. A
 * message or chat that is so already is left alone, so that a repeat does nothing.
 */
export async function actInPage({ wid, act, message }: PageActOrder): Promise<PageActed> {
  /** Seconds; as WhatsApp Web has it for ever. */
  const FOR_EVER = -1;
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  const { chat: chats } = WPP;
  const chat = await chats.find(wid);
  const id = String(chat.id);
  switch (act.kind) {
    case 'read':
      await (act.isRead ? chats.markIsRead(id) : chats.markIsUnread(id));
      return { kind: 'done' };
    case 'archive':
      return settle(() => chats.archive(id, act.isArchived));
    case 'pin':
      return settle(() => chats.pin(id, act.isPinned));
    case 'mute':
      if (act.untilMs === null) return settle(() => chats.unmute(id));
      return settle(() => chats.mute(id, { expiration: untilSeconds(act.untilMs ?? 0) }));
  }
  const found = await find();
  if (act.kind === 'tell-older') return tellOlder(act.count, found?.name);
  if (!found) return { kind: 'no-message' };
  const { name, model } = found;
  switch (act.kind) {
    case 'react':
      await chats.sendReactionToMessage(name, act.emoji === '' ? false : act.emoji);
      return { kind: 'done' };
    case 'star':
      await chats.starMessage(name, act.isStarred);
      return { kind: 'done' };
    case 'pin-message':
      return settle(() => chats.pinMsg(name, act.isPinned, act.seconds));
    case 'edit':
      if (model.body === act.text) return { kind: 'done' };
      return settle(() => chats.editMessage(name, act.text, { linkPreview: false }));
    case 'delete':
      if (model.type === 'revoked') return { kind: 'done' };
      return settle(() => chats.deleteMessage(id, name, false, true));
  }

  /** WhatsApp Web has what the phone gave it when it was linked, and what came since. */
  async function tellOlder(count: number, name: string | undefined): Promise<PageActed> {
    const { switchyardTellHistory } = globalThis as unknown as PageGlobals;
    const tell = switchyardTellHistory as (message: MessageModel) => Promise<void>;
    const before = name === undefined ? {} : { direction: 'before' as const, id: name };
    const older = await chats.getMessages(id, { count, ...before });
    for (const one of older.sort((a, b) => a.t - b.t)) await tell(one);
    return { kind: 'told', count: older.length };
  }

  function untilSeconds(untilMs: number): number {
    return untilMs < 0 ? FOR_EVER : Math.floor(untilMs / 1_000);
  }

  /** WPP throws an error with a code where WhatsApp Web will not do it, and where it is so already. */
  async function settle(work: () => Promise<unknown>): Promise<PageActed> {
    try {
      await work();
      return { kind: 'done' };
    } catch (error) {
      const { code, message: reason } = error as { code?: string; message: string };
      if (code === undefined) throw error;
      return /already|not_muted|no_change/.test(code) ? { kind: 'done' } : { kind: 'refused', reason };
    }
  }

  /** The message by its full name, which holds its writer in a group, by number or by LID. */
  async function find() {
    if (!WPP || !message) return null;
    const names: string[] = [];
    if (message.wid === null) {
      const made = await chats.generateMessageID(chat);
      names.push(String(made).replace(made.id, message.id));
    } else if (chat.id.server !== 'g.us') names.push(`false_${chat.id}_${message.id}`);
    else {
      const entry = await WPP.contact.getPnLidEntry(message.wid).catch(() => null);
      for (const writer of [entry?.lid, message.wid])
        if (writer) names.push(`false_${chat.id}_${message.id}_${writer}`);
    }
    for (const name of names) {
      const known = await chats.getMessageById(name).catch(() => null);
      if (known) return { name, model: known };
    }
    return null;
  }
}

export async function showTyping({ wid, isTyping }: { wid: string; isTyping: boolean }): Promise<void> {
  /** WhatsApp shows it no longer than that. */
  const TYPING_MS = 25_000;
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  const { id } = await WPP.chat.find(wid);
  await (isTyping ? WPP.chat.markIsComposing(String(id), TYPING_MS) : WPP.chat.markIsPaused(String(id)));
}
