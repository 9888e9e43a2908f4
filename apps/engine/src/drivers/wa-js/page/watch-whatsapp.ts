import type { PageChange, PageSaid, PageState, PageUpdate } from './news.ts';
import type { MessageKey, MessageModel, PageGlobals, PollResponse, Reaction, Revocation, Wid } from './wpp.ts';

/**
 * Runs in the page from its beginning, sent there as text: it can use nothing of this module. Waits for `window.WPP`
 * and tells what happens by the function called `told`; the one called `since` knows from when on nothing is sure to be
 * heard. Somebody else who begins to listen calls the one named `again`. The state is looked at twice a second too:
 * WhatsApp's releases break this event or that (`main_ready` above all).
 */
export function watchWhatsApp({ told, since, again }: { told: string; since: string; again?: string }): void {
  const page = globalThis as unknown as PageGlobals;
  if (page.top !== page.self) return;
  const LOOK_MS = 500;
  /** Moments are WhatsApp's, this machine's, and in whole seconds. */
  const SLACK_MS = 5 * 60_000;
  /** How much earlier a message of ours may have been sent whose receipts are looked for. */
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
  const NO_MESSAGES = [
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
  const tell = (news: PageUpdate) =>
    void (page[told] as (news: PageUpdate) => Promise<void>)(news).catch(() => undefined);
  let last = '';
  let looking = false;
  let idle = false;
  let logoutReason: string | null = null;

  // For whoever asks for what was written earlier.
  page.switchyardTellHistory = (message: MessageModel) => tellMessage(message, true);
  let listening = false;
  let swept = false;
  if (again !== undefined) {
    page[again] = () => {
      last = '';
      swept = false;
      void look();
    };
  }
  const waiting = setInterval(() => {
    const wpp = page.WPP;
    if (!wpp) return;
    if (!listening) listen(wpp);
    listening = true;
    if (!wpp.isReady) return;
    clearInterval(waiting);
    // WhatsApp's own parts are there from now on; WPP has no event for stars.
    wpp.whatsapp?.MsgStore?.on('change:star', ({ id }, isStarred) => {
      void tellChange(id, { kind: 'starred', isStarred: Boolean(isStarred) });
    });
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
      takeIdle(wpp.conn.isIdle());
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

  /** The last code may have run out before anybody listened: so it is looked at too, and told once. */
  function takeIdle(now: boolean): void {
    if (now && !idle) tell({ kind: 'qr-idle' });
    idle = now;
  }

  /** Digits of a person's number, also when WhatsApp names them by a LID; a group's id as it is. */
  async function addressOf(wid: Wid): Promise<string> {
    if (wid.server !== 'lid') return String(wid);
    const known = await page.WPP?.contact.getPnLidEntry(String(wid)).catch(() => null);
    const user = known?.phoneNumber?.user ?? known?.phoneNumber?.id;
    return user ? `${String(user).split('@')[0]}@c.us` : String(wid);
  }

  async function tellMessage(message: MessageModel, isHistory = false): Promise<void> {
    const { id, from, author = from, type, t, notifyName } = message;
    // An undecryptable stub is told again once it can be read; the others are WhatsApp's, not people's.
    if (NO_MESSAGES.includes(type)) return;
    const said = { ...saidIn(message), ...aroundOf(message) };
    const named = notifyName ? { ...said, pushName: notifyName } : said;
    if (!id.fromMe) return tellSaid(id.id, from, author, t, named, isHistory);
    const me = page.WPP?.conn.getMyUserWid();
    // What goes out from here is shown like anything else.
    if (me && !isSentHere(id.id)) await tellSaid(id.id, id.remote, me, t, { ...said, fromMe: true }, isHistory);
  }

  async function tellSaid(
    id: string,
    chat: Wid,
    from: Wid,
    at: number,
    said: PageSaid,
    isHistory = false,
  ): Promise<void> {
    // Messages come with seconds, reactions and votes with milliseconds.
    const atMs = at < 1e12 ? at * 1_000 : at;
    const place = { chat: await addressOf(chat), from: await addressOf(from) };
    tell({ kind: 'message', id, ...place, said, atMs, ...(isHistory ? { isHistory } : {}) });
  }

  function isSentHere(id: string): boolean {
    return (page.switchyardSent as Set<string> | undefined)?.has(id) ?? false;
  }

  function aroundOf({ quotedStanzaID, quotedMsg, isForwarded }: MessageModel) {
    // The body of anything but text is its preview.
    const quoted = TEXTS.includes(quotedMsg?.type ?? '') ? quotedMsg?.body : quotedMsg?.caption;
    return {
      ...(quotedStanzaID ? { quotedId: quotedStanzaID } : {}),
      ...(quoted ? { quotedText: quoted } : {}),
      ...(isForwarded ? { isForwarded: true as const } : {}),
    };
  }

  async function tellChange(key: MessageKey | undefined, change: PageChange): Promise<void> {
    const me = page.WPP?.conn.getMyUserWid();
    if (!key || !me) return;
    const [chat, writer] = [
      await addressOf(key.remote),
      await addressOf(key.fromMe ? me : (key.participant ?? key.remote)),
    ];
    tell({ kind: 'change', id: key.id, chat, writer, change });
  }

  function saidIn({
    id,
    type,
    body = '',
    caption = '',
    mimetype = '',
    filename,
    size,
    ...poll
  }: MessageModel): PageSaid {
    if (TEXTS.includes(type)) return { kind: 'text', text: body };
    if (type === 'poll_creation') {
      const options = (poll.pollOptions ?? []).flatMap((pollOption) => pollOption?.name ?? []);
      return { kind: 'poll', text: poll.pollName ?? '', options };
    }
    if (!(type in FILES)) return { kind: 'other', text: '' };
    const fileName = filename || null;
    // A document without words of its own shows its name.
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
   * Tells what is unread, for it may have come before anybody listened; and what came since everything was last known
   * to be safe with the server.
   */
  async function sweep(wpp: NonNullable<PageGlobals['WPP']>): Promise<void> {
    for (const chat of await wpp.chat.list({ onlyWithUnreadMessage: true, count: 100 })) {
      for (const message of await wpp.chat.getMessages(String(chat.id), { onlyUnread: true, count: 50 })) {
        await tellMessage(message);
      }
    }
    const sinceMs = await (page[since] as () => Promise<number | null>)();
    if (sinceMs === null) return;
    const fromMs = sinceMs - SLACK_MS;
    for (const chat of await wpp.chat.list({ count: 100 })) {
      if (chat.t !== undefined && chat.t * 1_000 < fromMs - RECEIPTS_MS) continue;
      for (const message of await wpp.chat.getMessages(String(chat.id), { count: 50 })) {
        const { id, ack = 0, t } = message;
        if (t * 1_000 >= fromMs) await tellMessage(message);
        if (id.fromMe && ack >= 2 && t * 1_000 >= fromMs - RECEIPTS_MS) tell({ kind: 'acks', ack, ids: [id.id] });
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
      wpp.on(event, () => void look());
    }
    wpp.on('conn.qrcode_idle', () => {
      takeIdle(true);
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
    wpp.on('chat.new_reaction', ({ id, msgId, reactionText, sender, timestamp }: Reaction) => {
      const own = id.fromMe ? { fromMe: true as const } : {};
      const said = { kind: 'reaction', text: reactionText, quotedId: msgId.id, ...own } as const;
      void tellSaid(id.id, id.remote, sender, timestamp, said);
    });
    wpp.on('chat.poll_response', ({ msgId, chatId, selectedOptions, sender, timestamp }: PollResponse) => {
      const mine = [wpp.conn.getMyUserWid(), wpp.conn.getMyUserLid()].map(String);
      const own = mine.includes(String(sender)) ? { fromMe: true as const } : {};
      const choices = selectedOptions.flatMap((selectedOption) => selectedOption?.name ?? []);
      const said = { kind: 'vote', text: choices.join(', '), choices, quotedId: msgId.id, ...own } as const;
      // A vote has no id of its own that is told.
      const id = `${msgId.id}-${sender.user}-${timestamp}`;
      void tellSaid(id, chatId, sender, timestamp, said);
    });
    wpp.on('chat.msg_edited', ({ msg }: { msg: MessageModel }) => {
      void tellChange(msg.id, { kind: 'edited', text: saidIn(msg).text });
    });
    wpp.on('chat.msg_revoke', ({ refId }: Revocation) => void tellChange(refId, { kind: 'deleted' }));
    wpp.on('chat.msg_ack_change', ({ ack, ids }: { ack: number; ids: MessageKey[] }) => {
      tell({ kind: 'acks', ack, ids: ids.filter((one) => one.fromMe).map((one) => one.id) });
    });
  }
}
