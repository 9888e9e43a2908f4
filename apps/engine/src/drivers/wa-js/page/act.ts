import type { MessageModel, PageGlobals } from './wpp.ts';

/** An act in plain values. */
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
    /** Reports the messages before `message`, or the latest ones without it. */
    | { kind: 'tell-older'; count: number };
  /** The affected message; `wid` is its writer, null for this account. */
  message: { id: string; wid: string | null } | null;
}
export type PageActed =
  | { kind: 'done' }
  | { kind: 'told'; count: number }
  | { kind: 'no-message' }
  | { kind: 'refused'; reason: string };

/**
 * Performs an act on a message or chat. Runs in the page, serialised as text, so it cannot use anything from this
 * module. A message or chat that is already in the requested state is unchanged, so that a repeat does nothing.
 */
export async function actInPage({ wid, act, message }: PageActOrder): Promise<PageActed> {
  /** In seconds; WhatsApp Web's value for "for ever". */
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
  if (act.kind === 'tell-older') return reportOlder(act.count, found?.name);
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

  /** WhatsApp Web has the messages that the phone gave it when it was linked, and those that have arrived since. */
  async function reportOlder(count: number, name: string | undefined): Promise<PageActed> {
    const { switchyardTellHistory } = globalThis as unknown as PageGlobals;
    const report = switchyardTellHistory as (message: MessageModel) => Promise<void>;
    const before = name === undefined ? {} : { direction: 'before' as const, id: name };
    const older = await chats.getMessages(id, { count, ...before });
    for (const olderMessage of older.sort((a, b) => a.t - b.t)) await report(olderMessage);
    return { kind: 'told', count: older.length };
  }

  function untilSeconds(untilMs: number): number {
    return untilMs < 0 ? FOR_EVER : Math.floor(untilMs / 1_000);
  }

  /** WPP throws an error with a code if WhatsApp Web refuses, and if nothing has to be changed. */
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

  /** Finds the message by its full name, which in a group contains its writer, by number or LID. */
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
      const model = await chats.getMessageById(name).catch(() => null);
      if (model) return { name, model };
    }
    return null;
  }
}

export async function showTyping({ wid, isTyping }: { wid: string; isTyping: boolean }): Promise<void> {
  /** WhatsApp does not show it longer than this. */
  const TYPING_MS = 25_000;
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  const { id } = await WPP.chat.find(wid);
  await (isTyping ? WPP.chat.markIsComposing(String(id), TYPING_MS) : WPP.chat.markIsPaused(String(id)));
}
