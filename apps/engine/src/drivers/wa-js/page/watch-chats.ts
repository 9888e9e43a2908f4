import type { PageChat, PageUpdate } from './news.ts';
import type { ChatModel, PageGlobals } from './wpp.ts';

/**
 * Runs in the page from its beginning, sent there as text: it can use nothing of this module. Tells groups and what is
 * unread, once WhatsApp Web is ready and when they change. All chats are looked at now and then, since the events of
 * WhatsApp's releases cannot be relied on.
 */
export function watchChats({ told }: { told: string }): void {
  const page = globalThis as unknown as PageGlobals;
  if (page.top !== page.self) return;
  const LOOK_MS = 5_000;
  const SOON_MS = 200;
  const MOST_AT_ONCE = 100;
  const known = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;
  let isListening = false;

  const again = (waitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), waitMs);
  };
  again(LOOK_MS / 10);

  async function look(): Promise<void> {
    const wpp = page.WPP;
    if (looking) return;
    looking = true;
    try {
      if (wpp?.isReady && wpp.conn.isAuthenticated() && wpp.conn.getStreamData().mode === 'MAIN') {
        if (!isListening) {
          wpp.on('chat.unread_count_changed', () => again(SOON_MS));
          wpp.on('group.participant_changed', () => again(SOON_MS));
        }
        isListening = true;
        const news: PageChat[] = [];
        for (const chat of await wpp.chat.list({ ignoreGroupMetadata: known.size > 0 })) {
          const now = await stateOf(chat);
          const text = JSON.stringify(now);
          if (known.get(now.chat) === text) continue;
          known.set(now.chat, text);
          news.push(now);
        }
        for (let at = 0; at < news.length; at += MOST_AT_ONCE)
          tell({ kind: 'chats', chats: news.slice(at, at + MOST_AT_ONCE) });
      }
    } catch {
      // WhatsApp Web is between two states; the next look sees it.
    } finally {
      looking = false;
      again(isListening ? LOOK_MS : LOOK_MS / 10);
    }
  }

  function tell(news: PageUpdate): void {
    void (page[told] as (news: PageUpdate) => Promise<void>)(news).catch(() => undefined);
  }

  async function stateOf({ id, unreadCount, formattedTitle, groupMetadata, ...set }: ChatModel): Promise<PageChat> {
    const entry = id.server === 'lid' ? await page.WPP?.contact.getPnLidEntry(String(id)).catch(() => null) : null;
    const user = entry?.phoneNumber?.user ?? entry?.phoneNumber?.id;
    const chat = user ? `${String(user).split('@')[0]}@c.us` : String(id);
    // Marked as unread by hand is -1.
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
