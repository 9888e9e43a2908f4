import type { PageChat, PageUpdate } from './updates.ts';
import type { ChatModel, PageGlobals } from './wpp.ts';

/**
 * Reports groups and unread counts once WhatsApp Web is ready, and when they change. Runs in the page from its start,
 * serialised as text, so it cannot use anything from this module. All chats are polled as well, because the events of
 * WhatsApp's releases are not reliable.
 */
export function watchChats({ told }: { told: string }): void {
  const page = globalThis as unknown as PageGlobals;
  if (page.top !== page.self) return;
  const POLL_MS = 5_000;
  const SOON_MS = 200;
  const MAX_AT_ONCE = 100;
  const reported = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPolling = false;
  let isListening = false;

  const pollAfter = (waitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), waitMs);
  };
  pollAfter(POLL_MS / 10);

  async function poll(): Promise<void> {
    const wpp = page.WPP;
    if (isPolling) return;
    isPolling = true;
    try {
      if (wpp?.isReady && wpp.conn.isAuthenticated() && wpp.conn.getStreamData().mode === 'MAIN') {
        if (!isListening) {
          wpp.on('chat.unread_count_changed', () => pollAfter(SOON_MS));
          wpp.on('group.participant_changed', () => pollAfter(SOON_MS));
        }
        isListening = true;
        const changed: PageChat[] = [];
        for (const chat of await wpp.chat.list({ ignoreGroupMetadata: reported.size > 0 })) {
          const now = await stateOf(chat);
          const text = JSON.stringify(now);
          if (reported.get(now.chat) === text) continue;
          reported.set(now.chat, text);
          changed.push(now);
        }
        for (let start = 0; start < changed.length; start += MAX_AT_ONCE)
          report({ kind: 'chats', chats: changed.slice(start, start + MAX_AT_ONCE) });
      }
    } catch {
      // WhatsApp Web is between two states; the next poll will see it.
    } finally {
      isPolling = false;
      pollAfter(isListening ? POLL_MS : POLL_MS / 10);
    }
  }

  function report(update: PageUpdate): void {
    void (page[told] as (update: PageUpdate) => Promise<void>)(update).catch(() => undefined);
  }

  async function stateOf({ id, unreadCount, formattedTitle, groupMetadata, ...set }: ChatModel): Promise<PageChat> {
    const entry = id.server === 'lid' ? await page.WPP?.contact.getPnLidEntry(String(id)).catch(() => null) : null;
    const user = entry?.phoneNumber?.user ?? entry?.phoneNumber?.id;
    const chat = user ? `${String(user).split('@')[0]}@c.us` : String(id);
    // -1 if it was marked as unread manually.
    const unread = unreadCount !== undefined && unreadCount >= 0 ? { unread: unreadCount } : {};
    const { archive, pin, mute } = set;
    const until = mute?.expiration;
    const settings = {
      ...(archive === undefined ? {} : { isArchived: archive }),
      ...(pin === undefined ? {} : { isPinned: pin > 0 }),
      ...(until === undefined ? {} : { mutedUntilMs: until === 0 ? null : until < 0 ? -1 : until * 1_000 }),
    };
    if (!groupMetadata) return { chat, ...unread, ...settings };
    const { subject = formattedTitle, announce, participants } = groupMetadata;
    const isLeft = !participants.iAmMember();
    const mayWrite = !isLeft && (!announce || participants.iAmAdmin());
    return {
      chat,
      ...(subject === undefined ? {} : { subject }),
      size: participants.length,
      mayWrite,
      isLeft,
      ...unread,
      ...settings,
    };
  }
}
