import type {
  Body,
  ChatState,
  CloseReason,
  GroupChange,
  NetworkFrame,
  NetworkMessage,
  Receipt,
  SendReply,
} from '../websocket/frames.ts';
import type { BrowserGlobals, Login, OpenLine, OpenStore, PageLine, PageMessage } from './page-globals.ts';
import type { takeMessages } from './take-messages.ts';
import type { wppChat } from './wpp-chat.ts';
import type { wppModels } from './wpp-models.ts';
import type { MessageKey, Wid, WppWords } from './wpp-words.ts';

/**
 * The page's program: a WhatsApp Web with `@wppconnect/wa-js` over the simulated network. It is serialized and runs in
 * the page, so it can't use anything from this module. Like WhatsApp Web, it holds a message that the network hasn't
 * accepted and sends it again under the same id, also after a restart; on log-out it clears its data and reloads.
 */
export async function startWhatsAppWeb(parts: {
  openLine: OpenLine;
  openStore: OpenStore;
  wppWords: () => WppWords;
  wppModels: typeof wppModels;
  wppChat: typeof wppChat;
  takeMessages: typeof takeMessages;
}): Promise<void> {
  const RECONNECT_MS = 1_000;
  const SEND_AGAIN_MS = 2_000;
  const browser = globalThis as unknown as BrowserGlobals;
  const words = parts.wppWords();
  const models = parts.wppModels(words, me);
  const store = await parts.openStore();
  const listeners = new Map<string, ((...values: unknown[]) => void)[]>();
  const emit = (name: string, ...values: unknown[]) => {
    for (const listener of listeners.get(name) ?? []) listener(...values);
  };
  const starListeners: ((message: unknown, isStarred: boolean) => void)[] = [];
  const takeMessage = parts.takeMessages({ words, models, store, me, emit, starListeners });
  const fault = (code: string, message: string) => Object.assign(new Error(message), { code });
  let stream = { mode: 'QR', info: 'OPENING' };
  let login: Login | null = null;
  let code: string | null = null;
  /** Whether the codes have run out. */
  let idle = false;
  let line: PageLine | null = null;
  /** Callbacks waiting for the network to accept a message, by its id. */
  const waiting = new Map<string, ((reply: SendReply) => void)[]>();
  const groups = new Map<string, ChatState>();
  const settings = new Map<string, ChatState>();

  const flags = { isInjected: true, isReady: false, isFullReady: false };
  const WPP = Object.assign(flags, {
    version: 'simulated',
    on(name: string, listener: (...values: unknown[]) => void) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    conn: {
      isAuthenticated: () => login !== null,
      isIdle: () => idle,
      getStreamData: () => stream,
      getAuthCode: async () => (code === null ? null : { type: 'multidevice', fullCode: code }),
      getMyUserWid: me,
      getMyUserLid: me,
      async refreshQR() {
        if (login === null) pair();
      },
      async genLinkDeviceCodeForPhoneNumber(phone: string) {
        const answer = await line?.ask({ op: 'pairing-code', number: `+${phone.replace(/\D/g, '')}` });
        if (answer?.op !== 'pairing-code' || answer.code === null)
          throw fault('not_pairing', 'not waiting to be paired');
        return answer.code;
      },
      logout: () =>
        new Promise<boolean>((resolve) => {
          WPP.on('conn.logout', () => resolve(true));
          line?.tell({ op: 'log-out' });
        }),
    },
    contact: {
      async queryExists(id: string) {
        const number = words.address(id);
        const answer = await (await connection()).ask({ op: 'look-up', numbers: [number] });
        const found = answer.op === 'looked-up' && answer.numbers[0]?.exists;
        return found ? { wid: words.wid(number) } : null;
      },
      getPnLidEntry: async (id: string) => ({ phoneNumber: words.wid(words.address(String(id))) }),
      async getCommonGroups(id: string) {
        const answer = await (await connection()).ask({ op: 'common-groups', number: words.address(String(id)) });
        return answer.op === 'common-groups' ? answer.ids.map((chat) => words.wid(chat)) : [];
      },
      async getProfilePictureUrl(id: string) {
        const answer = await (await connection()).ask({ op: 'picture', address: words.address(String(id)) });
        const picture = answer.op === 'picture' ? answer.picture : null;
        return picture ? new URL(`noise/mms/file/${picture.sha256}`, browser.location.href).href : null;
      },
    },
    group: {
      async getParticipants(id: string) {
        const answer = await (await connection()).ask({ op: 'group', id: String(id) });
        const group = answer.op === 'group' ? answer.group : null;
        if (!group) throw fault('group_not_found', `Group ${id} not found`);
        const isAdmin = (number: string) => number === group.owner || group.admins.includes(number);
        return group.participants.map((participant) => ({
          id: words.wid(participant),
          isAdmin: isAdmin(participant),
          isSuperAdmin: participant === group.owner,
        }));
      },
      async create(subject: string, members: string[]) {
        const { chat } = await changeGroup({ kind: 'create', subject, members: members.map(words.address) });
        return { gid: words.wid(chat) };
      },
      setSubject: (chat: string, subject: string) => changeGroup({ kind: 'settings', chat, subject }),
      setDescription: (chat: string, description: string) => changeGroup({ kind: 'settings', chat, description }),
      setProperty: (chat: string, name: string, value: boolean) =>
        changeGroup({
          kind: 'settings',
          chat,
          ...(name === 'restrict' ? { isLocked: value } : { isAnnouncement: value }),
        }),
      async addParticipants(chat: string, members: string[]) {
        await changeMembers('add', chat, members);
        return Object.fromEntries(members.map((member) => [member, { code: 200, message: 'added' }]));
      },
      removeParticipants: (chat: string, members: string[]) => changeMembers('remove', chat, members),
      promoteParticipants: (chat: string, members: string[]) => changeMembers('promote', chat, members),
      demoteParticipants: (chat: string, members: string[]) => changeMembers('demote', chat, members),
      leave: (chat: string) => changeGroup({ kind: 'leave', chat }),
      getInviteCode: async (chat: string) => (await changeGroup({ kind: 'invite', chat })).inviteCode,
    },
    whatsapp: {
      MsgStore: {
        on(name: string, listener: (message: unknown, isStarred: boolean) => void) {
          if (name === 'change:star') starListeners.push(listener);
        },
      },
    },
    chat: parts.wppChat(
      { words, store, groups, settings, me, fault, submit, act, typing, older, created, load },
      models,
    ),
  });

  async function changeGroup(change: GroupChange): Promise<{ chat: string; inviteCode?: string }> {
    const answer = await (await connection()).ask({ op: 'change-group', change });
    const changed = answer.op === 'changed-group' ? answer.changed : { error: 'no answer' };
    if ('error' in changed) throw fault('group_refused', changed.error);
    return changed;
  }

  const changeMembers = (kind: 'add' | 'remove' | 'promote' | 'demote', chat: string, members: string[]) =>
    changeGroup({ kind, chat, members: members.map(words.address) });

  /** Emits sent messages like received ones, as WhatsApp Web does. */
  function created(message: PageMessage): void {
    emit('chat.new_message', models.sent(message));
  }

  async function load(sha256: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const answer = await (await connection()).ask({ op: 'file', sha256 });
    if (answer.op !== 'file' || answer.base64 === null) return null;
    return Uint8Array.from(atob(answer.base64), (letter) => letter.charCodeAt(0));
  }

  function me(): Wid {
    if (login === null) throw new Error('not logged in');
    return words.wid(login.account);
  }

  function setStream(mode: string, info: string): void {
    const before = stream;
    stream = { mode, info };
    const status = browser.document.querySelector('output');
    if (status) status.textContent = `${mode} ${info}`;
    if (before.mode !== mode) emit('conn.stream_mode_changed', mode);
    if (before.info !== info) emit('conn.stream_info_changed', info);
  }

  /** Requests without a connection wait for the next one. */
  async function connection(): Promise<PageLine> {
    while (line === null || stream.mode !== 'MAIN') await new Promise((resolve) => setTimeout(resolve, 50));
    return line;
  }

  function open(hello: (opened: PageLine) => void): void {
    line?.close();
    const opened = parts.openLine(new URL('engine', browser.location.href).href.replace(/^http/, 'ws'), {
      opened: () => hello(opened),
      received: (frame) => void handle(frame, opened),
      closed: () => {
        if (line === opened) dropped();
      },
    });
    line = opened;
  }

  function pair(): void {
    const device = crypto.randomUUID();
    const secret = crypto.randomUUID();
    candidate = { device, secret };
    setStream('QR', 'PAIRING');
    emit('conn.require_auth');
    open((opened) => opened.tell({ op: 'pair', device, secret }));
  }
  let candidate = { device: '', secret: '' };

  function connect(login: Login): void {
    if (stream.mode !== 'SYNCING') setStream(stream.mode === 'QR' ? 'SYNCING' : stream.mode, 'CONNECTING');
    open((opened) => opened.tell({ op: 'connect', ...login }));
  }

  /** The line broke. A page that was replaced, or whose codes ran out, waits for its user. */
  function dropped(): void {
    line = null;
    if (stream.mode === 'CONFLICT' || (login === null && code === null && stream.mode === 'QR' && idle)) return;
    if (login !== null) setStream('OFFLINE', 'OFFLINE');
    setTimeout(() => {
      if (line !== null) return;
      if (login === null) pair();
      else connect(login);
    }, RECONNECT_MS);
  }
  function showCode(text: string | null): void {
    code = text;
    idle = text === null;
    emit('conn.auth_code_change', text === null ? null : { type: 'multidevice', fullCode: text });
  }

  async function handle(frame: NetworkFrame, from: PageLine): Promise<void> {
    if (line !== from) return;
    switch (frame.op) {
      case 'qr':
        emit('conn.backend_event', 'set_socket_state', 'UNPAIRED');
        showCode(frame.text);
        break;
      case 'pairing-expired':
        showCode(null);
        emit('conn.backend_event', 'set_socket_state', 'UNPAIRED_IDLE');
        emit('conn.qrcode_idle');
        break;
      case 'paired': {
        login = { ...candidate, account: frame.account };
        await store.saveLogin(login);
        code = null;
        emit('conn.auth_code_change', null);
        setStream('SYNCING', 'SYNCING');
        connect(login);
        break;
      }
      case 'open':
        emit('conn.main_init');
        emit('conn.authenticated');
        emit('conn.main_loaded');
        setStream('MAIN', 'NORMAL');
        emit('conn.backend_event', 'set_socket_state', 'CONNECTED');
        WPP.isFullReady = true;
        emit('conn.main_ready');
        for (const message of await store.messages()) if (message.ack === 0) void submit(message);
        break;
      case 'receipts':
        for (const receipt of frame.receipts) await take(receipt);
        from.tell({ op: 'received-receipts', cursor: frame.cursor });
        break;
      case 'messages':
        for (const message of frame.messages) await takeMessage(message);
        from.tell({ op: 'received-messages', cursor: frame.cursor });
        break;
      case 'chats':
        for (const state of frame.chats) {
          if (state.chat.endsWith('@g.us')) groups.set(state.chat, { ...groups.get(state.chat), ...state });
          settings.set(words.wid(state.chat).toString(), {
            ...settings.get(words.wid(state.chat).toString()),
            ...state,
          });
        }
        emit('group.participant_changed', {});
        break;
      case 'restriction':
        if (frame.restriction !== null) {
          emit('conn.backend_event', 'account_temporarily_banned', { expirationTimeMs: frame.restriction.untilMs });
        }
        break;
      case 'closed':
        await closed(frame.reason);
        break;
    }
  }

  async function closed(reason: CloseReason): Promise<void> {
    if (reason === 'replaced') {
      setStream('CONFLICT', 'OFFLINE');
    } else if (reason === 'logged-out' || reason === 'refused') {
      line?.close();
      line = null;
      login = null;
      await store.clear();
      emit('conn.logout_reason', reason);
      emit('conn.logout');
      browser.location.reload();
    }
  }

  /** Carries out an act on a message or chat; it is shown here as on the phone. */
  async function act(to: string, body: Body): Promise<SendReply> {
    const id = `3EB0${crypto.randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`;
    const answer = await (await connection()).ask({ op: 'send', request: { id, to, body } });
    if (answer.op !== 'reply') throw new Error('an unexpected answer');
    if (answer.reply.kind === 'accepted' && login) {
      await takeMessage({ ...ownAct(login.account), id, chat: to, body, acceptedAtMs: answer.reply.atMs });
    }
    return answer.reply;
  }

  const ownAct = (from: string) => ({ from, sequence: 0, deliveredAtMs: null, readAtMs: null, attempts: 1 });

  function typing(chat: string, isTyping: boolean): void {
    line?.tell({ op: 'typing', chat, isTyping });
  }

  async function older(chat: string, before: string, count: number): Promise<NetworkMessage[]> {
    const answer = await (await connection()).ask({ op: 'history', chat, before, count });
    return answer.op === 'history' ? answer.messages : [];
  }

  /** Sends until the network has answered. Concurrent sends of one message get one answer. */
  function submit(message: PageMessage): Promise<SendReply> {
    return new Promise((resolve) => {
      const others = waiting.get(message.id);
      waiting.set(message.id, [...(others ?? []), resolve]);
      if (!others) void transmit(message);
    });
  }

  async function transmit(message: PageMessage): Promise<void> {
    const request = { id: message.id, to: message.to, body: message.body };
    for (;;) {
      const through = await connection();
      if (message.content) through.upload(message.content);
      const answered = through.ask({ op: 'send', request });
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), SEND_AGAIN_MS));
      const answer = await Promise.race([answered, late]);
      if (answer?.op !== 'reply') continue;
      await store.saveMessage({ ...message, content: null, ack: answer.reply.kind === 'accepted' ? 1 : -1 });
      if (answer.reply.kind === 'accepted') emitAck(message, 1);
      const resolves = waiting.get(message.id) ?? [];
      waiting.delete(message.id);
      for (const resolve of resolves) resolve(answer.reply);
      return;
    }
  }

  async function take({ id, level }: Receipt): Promise<void> {
    const message = await store.message(id);
    if (!message) return;
    if (message.ack < level) await store.saveMessage({ ...message, ack: level });
    emitAck(message, level);
  }

  function emitAck({ key, to }: PageMessage, ack: number): void {
    const ids: MessageKey[] = [words.parseKey(key)];
    emit('chat.msg_ack_change', { ack, chat: words.wid(to), ids });
  }

  browser.WPP = WPP;
  login = await store.login();
  WPP.isReady = true;
  if (login === null) pair();
  else connect(login);
}
