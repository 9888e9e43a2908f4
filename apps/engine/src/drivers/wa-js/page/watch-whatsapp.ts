import type { PageChange, PageContent, PageState, PageUpdate } from './updates.ts';
import type { MessageKey, MessageModel, PageGlobals, PollResponse, Reaction, Revocation, Wid } from './wpp.ts';

/**
 * Waits for `window.WPP` and reports updates through the function named `told`. Runs in the page from its start,
 * serialised as text, so it cannot use anything from this module. The function named `since` returns the moment from
 * which messages may have been missed. A new listener calls the function named `again`. The state is also polled twice
 * a second, because WhatsApp's releases break one event or another (`main_ready` above all).
 */
export function watchWhatsApp({ told, since, again }: { told: string; since: string; again?: string }): void {
  const page = globalThis as unknown as PageGlobals;
  if (page.top !== page.self) return;
  const POLL_MS = 500;
  /** Times come from WhatsApp or from this machine, some in whole seconds. */
  const SLACK_MS = 5 * 60_000;
  /** Age of sent messages whose receipts are still looked for. */
  const RECEIPTS_MS = 24 * 60 * 60_000;
  const TEXTS = ['chat', 'buttons_response', 'list_response', 'template_button_reply'];
  const FILES = {
    image: 'image',
    video: 'video',
    gif: 'video',
    ptv: 'video',
    audio: 'audio',
    ptt: 'voice',
    document: 'document',
    sticker: 'sticker',
  } as const;
  const IGNORED_TYPES = [
    'ciphertext',
    'e2e_notification',
    'notification',
    'notification_template',
    'broadcast_notification',
    'gp2',
    'protocol',
    'call_log',
    'revoked',
    'debug',
  ];
  const report = (update: PageUpdate) =>
    void (page[told] as (update: PageUpdate) => Promise<void>)(update).catch(() => undefined);
  let last = '';
  let isPolling = false;
  let idle = false;
  let logoutReason: string | null = null;

  // Called to report requested older messages.
  page.switchyardTellHistory = (message: MessageModel) => reportMessage(message, true);
  let listening = false;
  let swept = false;
  if (again !== undefined) {
    page[again] = () => {
      last = '';
      swept = false;
      void poll();
    };
  }
  const waiting = setInterval(() => {
    const wpp = page.WPP;
    if (!wpp) return;
    if (!listening) listen(wpp);
    listening = true;
    if (!wpp.isReady) return;
    clearInterval(waiting);
    // WhatsApp's own objects are available from now on; WPP has no event for stars.
    wpp.whatsapp?.MsgStore?.on('change:star', ({ id }, isStarred) => {
      void reportChange(id, { kind: 'starred', isStarred: Boolean(isStarred) });
    });
    setInterval(() => void poll(), POLL_MS);
    void poll();
  }, 20);

  async function poll(): Promise<void> {
    const wpp = page.WPP;
    if (!wpp || isPolling) return;
    isPolling = true;
    try {
      const { mode, info } = wpp.conn.getStreamData();
      const authenticated = wpp.conn.isAuthenticated();
      updateIdle(wpp.conn.isIdle());
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
      if (text !== last) report({ kind: 'state', state });
      last = text;
      if (mode === 'MAIN' && authenticated && !swept) {
        swept = true;
        void sweep(wpp).catch(() => undefined);
      }
    } catch {
      // WhatsApp Web is between two states; the next poll will see it.
    } finally {
      isPolling = false;
    }
  }

  /** The last code may have expired before anybody listened, so this is polled too, and reported once. */
  function updateIdle(now: boolean): void {
    if (now && !idle) report({ kind: 'qr-idle' });
    idle = now;
  }

  /** A person's number even if WhatsApp uses a LID for them; a group's id is unchanged. */
  async function addressOf(wid: Wid): Promise<string> {
    if (wid.server !== 'lid') return String(wid);
    const entry = await page.WPP?.contact.getPnLidEntry(String(wid)).catch(() => null);
    const user = entry?.phoneNumber?.user ?? entry?.phoneNumber?.id;
    return user ? `${String(user).split('@')[0]}@c.us` : String(wid);
  }

  async function reportMessage(message: MessageModel, isHistory = false): Promise<void> {
    const { id, from, author = from, type, t, notifyName } = message;
    // An undecryptable stub is reported again once it can be read; the other types are WhatsApp's own.
    if (IGNORED_TYPES.includes(type)) return;
    const content = { ...contentOf(message), ...contextOf(message) };
    const namedContent = notifyName ? { ...content, pushName: notifyName } : content;
    if (!id.fromMe) return reportContent(id.id, from, author, t, namedContent, isHistory);
    const me = page.WPP?.conn.getMyUserWid();
    // Messages sent from here also appear as new messages.
    if (me && !isSentHere(id.id)) await reportContent(id.id, id.remote, me, t, { ...content, fromMe: true }, isHistory);
  }

  async function reportContent(
    id: string,
    chat: Wid,
    from: Wid,
    at: number,
    said: PageContent,
    isHistory = false,
  ): Promise<void> {
    // Messages have seconds, reactions and votes have milliseconds.
    const atMs = at < 1e12 ? at * 1_000 : at;
    const place = { chat: await addressOf(chat), from: await addressOf(from) };
    report({ kind: 'message', id, ...place, said, atMs, ...(isHistory ? { isHistory } : {}) });
  }

  function isSentHere(id: string): boolean {
    return (page.switchyardSent as Set<string> | undefined)?.has(id) ?? false;
  }

  function contextOf({ quotedStanzaID, quotedMsg, isForwarded }: MessageModel) {
    // The body of anything but text is its preview.
    const quoted = TEXTS.includes(quotedMsg?.type ?? '') ? quotedMsg?.body : quotedMsg?.caption;
    return {
      ...(quotedStanzaID ? { quotedId: quotedStanzaID } : {}),
      ...(quoted ? { quotedText: quoted } : {}),
      ...(isForwarded ? { isForwarded: true as const } : {}),
    };
  }

  async function reportChange(key: MessageKey | undefined, change: PageChange): Promise<void> {
    const me = page.WPP?.conn.getMyUserWid();
    if (!key || !me) return;
    const [chat, writer] = [
      await addressOf(key.remote),
      await addressOf(key.fromMe ? me : (key.participant ?? key.remote)),
    ];
    report({ kind: 'change', id: key.id, chat, writer, change });
  }

  function contentOf({
    id,
    type,
    body = '',
    caption = '',
    mimetype = '',
    filename,
    size,
    ...poll
  }: MessageModel): PageContent {
    if (TEXTS.includes(type)) return { kind: 'text', text: body };
    if (type === 'poll_creation') {
      const options = (poll.pollOptions ?? []).flatMap((pollOption) => pollOption?.name ?? []);
      return { kind: 'poll', text: poll.pollName ?? '', options };
    }
    if (!(type in FILES)) return { kind: 'other', text: '' };
    const fileName = filename || null;
    // A document without a caption shows its file name as one.
    const bytes = size ? { bytes: size } : {};
    const media = {
      mimeType: mimetype,
      fileName,
      media: FILES[type as keyof typeof FILES],
      ...bytes,
      source: String(id),
    };
    return { kind: 'media', text: caption === fileName ? '' : caption, media };
  }

  /**
   * Reports unread messages, which may have arrived before anybody listened, and everything since the last moment known
   * to be stored by the server.
   */
  async function sweep(wpp: NonNullable<PageGlobals['WPP']>): Promise<void> {
    for (const chat of await wpp.chat.list({ onlyWithUnreadMessage: true, count: 100 })) {
      for (const message of await wpp.chat.getMessages(String(chat.id), { onlyUnread: true, count: 50 })) {
        await reportMessage(message);
      }
    }
    const sinceMs = await (page[since] as () => Promise<number | null>)();
    if (sinceMs === null) return;
    const fromMs = sinceMs - SLACK_MS;
    for (const chat of await wpp.chat.list({ count: 100 })) {
      if (chat.t !== undefined && chat.t * 1_000 < fromMs - RECEIPTS_MS) continue;
      for (const message of await wpp.chat.getMessages(String(chat.id), { count: 50 })) {
        const { id, ack = 0, t } = message;
        if (t * 1_000 >= fromMs) await reportMessage(message);
        if (id.fromMe && ack >= 2 && t * 1_000 >= fromMs - RECEIPTS_MS) report({ kind: 'acks', ack, ids: [id.id] });
      }
    }
  }

  function listen(wpp: NonNullable<PageGlobals['WPP']>): void {
    for (const event of [
      'conn.require_auth',
      'conn.auth_code_change',
      'conn.authenticated',
      'conn.main_init',
      'conn.main_loaded',
      'conn.main_ready',
      'conn.stream_mode_changed',
      'conn.stream_info_changed',
      'conn.online',
    ]) {
      wpp.on(event, () => void poll());
    }
    wpp.on('conn.qrcode_idle', () => {
      updateIdle(true);
      void poll();
    });
    wpp.on('conn.logout_reason', (reason: unknown) => {
      logoutReason = String(reason);
    });
    wpp.on('conn.logout', () => report({ kind: 'logged-out', reason: logoutReason }));
    wpp.on('conn.backend_event', (name: string, value: unknown) => {
      const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
      const banned = name === 'account_temporarily_banned';
      report({
        kind: 'backend',
        name,
        value: plain ? value : banned ? JSON.parse(JSON.stringify(value ?? null)) : null,
      });
      void poll();
    });
    wpp.on('chat.new_message', (message: MessageModel) => void reportMessage(message));
    wpp.on('chat.new_reaction', ({ id, msgId, reactionText, sender, timestamp }: Reaction) => {
      const own = id.fromMe ? { fromMe: true as const } : {};
      const content = { kind: 'reaction', text: reactionText, quotedId: msgId.id, ...own } as const;
      void reportContent(id.id, id.remote, sender, timestamp, content);
    });
    wpp.on('chat.poll_response', ({ msgId, chatId, selectedOptions, sender, timestamp }: PollResponse) => {
      const mine = [wpp.conn.getMyUserWid(), wpp.conn.getMyUserLid()].map(String);
      const own = mine.includes(String(sender)) ? { fromMe: true as const } : {};
      const choices = selectedOptions.flatMap((selectedOption) => selectedOption?.name ?? []);
      const content = { kind: 'vote', text: choices.join(', '), choices, quotedId: msgId.id, ...own } as const;
      // WhatsApp Web does not expose a vote's own id.
      const id = `${msgId.id}-${sender.user}-${timestamp}`;
      void reportContent(id, chatId, sender, timestamp, content);
    });
    wpp.on('chat.msg_edited', ({ msg }: { msg: MessageModel }) => {
      void reportChange(msg.id, { kind: 'edited', text: contentOf(msg).text });
    });
    wpp.on('chat.msg_revoke', ({ refId }: Revocation) => void reportChange(refId, { kind: 'deleted' }));
    wpp.on('chat.msg_ack_change', ({ ack, ids }: { ack: number; ids: MessageKey[] }) => {
      report({ kind: 'acks', ack, ids: ids.filter(({ fromMe }) => fromMe).map(({ id }) => id) });
    });
  }
}
