import type { PageNews, PageState } from './news.ts';
import type { MessageKey, MessageModel, PageGlobals, Wid } from './wpp.ts';

/**
 * Runs in the page from its beginning, sent there as text: it can use nothing of this module. Waits for `window.WPP` and tells what happens by
 * the function called `told`. The state is looked at twice a second too: WhatsApp's releases break this event or that (`main_ready` above all).
 */
export function watchWhatsApp(told: string): void {
  const page = globalThis as unknown as PageGlobals;
  if (page.top !== page.self) return;
  const LOOK_MS = 500;
  const tell = (news: PageNews) => void (page[told] as (news: PageNews) => Promise<void>)(news).catch(() => undefined);
  let last = '';
  let looking = false;
  let idle = false;
  let logoutReason: string | null = null;

  let listening = false;
  let swept = false;
  const waiting = setInterval(() => {
    const wpp = page.WPP;
    if (!wpp) return;
    if (!listening) listen(wpp);
    listening = true;
    if (!wpp.isReady) return;
    clearInterval(waiting);
    setInterval(() => void look(), LOOK_MS);
    void look();
  }, 20);

  async function look(): Promise<void> {
    const wpp = page.WPP;
    if (!wpp || looking) return;
    looking = true;
    try {
      const { mode, info } = wpp.conn.getStreamData();
      const authenticated = wpp.conn.isAuthenticated();
      const code = mode === 'QR' && !authenticated && !idle ? await wpp.conn.getAuthCode() : null;
      const user = authenticated ? wpp.conn.getMyUserWid() : undefined;
      const state: PageState = {
        mode,
        info: info ?? '',
        authenticated,
        fullReady: wpp.isFullReady,
        code: code?.fullCode ?? null,
        user: user?.server === 'c.us' ? user.user : null,
      };
      const text = JSON.stringify(state);
      if (text !== last) tell({ kind: 'state', state });
      last = text;
      if (mode === 'MAIN' && authenticated && !swept) {
        swept = true;
        void sweep(wpp).catch(() => undefined);
      }
    } catch {
      // WhatsApp Web is between two states; the next look sees it.
    } finally {
      looking = false;
    }
  }

  /** Digits of a person's number, also when WhatsApp names them by a LID; a group's id as it is. */
  async function addressOf(wid: Wid): Promise<string> {
    if (wid.server !== 'lid') return String(wid);
    const known = await page.WPP?.contact.getPnLidEntry(String(wid)).catch(() => null);
    const user = known?.phoneNumber?.user ?? known?.phoneNumber?.id;
    return user ? `${String(user).split('@')[0]}@c.us` : String(wid);
  }

  async function tellMessage(message: MessageModel): Promise<void> {
    // An undecryptable stub is told again once it can be read.
    if (message.id.fromMe || message.type === 'ciphertext') return;
    const { id, from, author = from, type, body, caption, t } = message;
    const text = (type === 'chat' ? body : caption) ?? body ?? '';
    const chat = await addressOf(from);
    tell({ kind: 'message', id: id.id, chat, from: await addressOf(author), text, atMs: t * 1_000 });
  }

  /** Tells what is unread: it may have come before anybody listened, or to a process that was killed. */
  async function sweep(wpp: NonNullable<PageGlobals['WPP']>): Promise<void> {
    for (const chat of await wpp.chat.list({ onlyWithUnreadMessage: true, count: 100 })) {
      for (const message of await wpp.chat.getMessages(String(chat.id), { onlyUnread: true, count: 50 })) {
        await tellMessage(message);
      }
    }
  }

  function listen(wpp: NonNullable<PageGlobals['WPP']>): void {
    for (const event of [
      'conn.require_auth',
      'conn.authenticated',
      'conn.main_init',
      'conn.main_loaded',
      'conn.main_ready',
      'conn.stream_mode_changed',
      'conn.stream_info_changed',
      'conn.online',
    ]) {
      wpp.on(event, () => void look());
    }
    wpp.on('conn.auth_code_change', (code: { fullCode: string } | null) => {
      if (code) idle = false;
      void look();
    });
    wpp.on('conn.qrcode_idle', () => {
      idle = true;
      tell({ kind: 'qr-idle' });
      void look();
    });
    wpp.on('conn.logout_reason', (reason: unknown) => {
      logoutReason = String(reason);
    });
    wpp.on('conn.logout', () => tell({ kind: 'logged-out', reason: logoutReason }));
    wpp.on('conn.backend_event', (name: string, value: unknown) => {
      const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
      const banned = name === 'account_temporarily_banned';
      tell({ kind: 'backend', name, value: plain ? value : banned ? JSON.parse(JSON.stringify(value ?? null)) : null });
      void look();
    });
    wpp.on('chat.new_message', (message: MessageModel) => void tellMessage(message));
    wpp.on('chat.msg_ack_change', ({ ack, ids }: { ack: number; ids: MessageKey[] }) => {
      tell({ kind: 'acks', ack, ids: ids.filter((one) => one.fromMe).map((one) => one.id) });
    });
  }
}
