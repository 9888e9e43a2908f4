import type { Body, MediaType, SettingBody } from '../websocket/frames.ts';
import type { ChatDeps, PageMessage } from './page-globals.ts';
import type { Model, WppModels } from './wpp-models.ts';
import type { Wid } from './wpp-words.ts';

interface SendOptions {
  messageId?: string;
  quotedMsg?: string;
  mentionedJidList?: string[];
  markIsRead?: boolean;
  waitForAck?: boolean;
}
interface FileOptions extends SendOptions {
  type?: string;
  caption?: string;
  filename?: string;
  mimetype?: string;
  isPtt?: boolean;
}

/**
 * `window.WPP.chat`, as strict with its arguments as `@wppconnect/wa-js` 4.6. Serialized and run in the page, so it
 * can't use anything from this module.
 */
export function wppChat(
  { words, store, groups, settings, me, fault, submit, act, typing, older, created, load }: ChatDeps,
  models: WppModels,
) {
  const chats = new Set<string>();

  async function find(id: string): Promise<{ id: Wid }> {
    chats.add(String(id));
    return { id: words.wid(String(id)) };
  }

  async function getMessageById(name: string): Promise<Model> {
    const { id, remote, fromMe } = words.parseKey(String(name));
    if (!chats.has(String(remote))) throw fault('chat_not_found', `Chat not found for ${remote}`);
    if (fromMe) {
      const message = await store.message(id);
      if (message && message.key === String(name)) return models.sent(message);
    }
    const received = (await store.received()).find(({ message }) => String(models.keyOf(message)) === String(name));
    if (received) return models.received(received);
    throw fault('msg_not_found', `Message ${name} not found`);
  }

  /** The common path of everything that is sent. */
  async function send(chat: string, options: SendOptions, body: Body, content: PageMessage['content'] = null) {
    const { id: remote } = await find(chat);
    const name = options.messageId ?? String(await generateMessageID({ id: remote }));
    const key = words.parseKey(name);
    if (!key.fromMe) throw fault('message_key_is_not_from_me', 'Message key is not from me');
    if (String(key.remote) !== String(chat)) {
      throw fault('message_key_remote_id_is_not_same_of_chat', 'Message key remote ID is not same of chat');
    }
    const quoted = options.quotedMsg === undefined ? null : await getMessageById(options.quotedMsg);
    // WPP's promise for a file waits for the message to appear in the chat, which happens only once.
    if (content && (await store.message(key.id))) return new Promise<never>(() => undefined);
    const mentions = (options.mentionedJidList ?? []).map((id) => words.address(id));
    const fullBody = {
      ...body,
      ...(quoted ? { quotedId: quoted.id.id } : {}),
      ...(mentions.length > 0 ? { mentions } : {}),
    };
    const to = words.address(String(chat));
    const message = {
      id: key.id,
      key: String(key),
      to,
      body: fullBody,
      content,
      t: Math.floor(Date.now() / 1_000),
      ack: 0,
    };
    await store.saveMessage(message);
    created(message);
    if (options.markIsRead !== false) await markIsRead(chat);
    const sent = submit(message);
    if (options.waitForAck === false) return { id: String(key), ack: 0, sendMsgResult: null };
    const reply = await sent;
    if (reply.kind !== 'accepted') {
      return { id: String(key), ack: -1, sendMsgResult: { messageSendResult: 'ERROR_UNKNOWN' } };
    }
    const sendMsgResult = { messageSendResult: 'OK', t: Math.floor(reply.atMs / 1_000) };
    return { id: String(key), ack: 1, sendMsgResult };
  }

  async function generateMessageID({ id }: { id: Wid }) {
    const random = crypto.randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase();
    return words.messageKey(true, id, `3EB0${random}`, id.isGroup() ? me() : undefined);
  }

  async function markIsRead(chat: string): Promise<void> {
    for (const received of await store.received()) {
      const isHere = String(words.wid(models.remoteOf(received.message))) === String(chat);
      if (isHere && received.unread) await store.saveReceived({ ...received, unread: false });
    }
  }

  /** The file of a data URL. Its MIME type determines the kind of message, unless it is to be sent as a document. */
  async function fileOf(url: string, options: FileOptions) {
    const [, described = '', encoded] = /^data:(.*?);base64,(.*)$/s.exec(url) ?? [];
    if (encoded === undefined) throw 'invalid_data_url';
    const content = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const mimeType = options.mimetype ?? described;
    const family = (['image', 'video', 'audio'] as MediaType[]).find((type) => mimeType.startsWith(`${type}/`));
    const named = options.type === 'sticker' || (options.type === 'audio' && options.isPtt);
    const media =
      options.type === 'document' ? 'document' : named ? (options.isPtt ? 'voice' : 'sticker') : (family ?? 'document');
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
    const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const fileName = media === 'document' ? (options.filename ?? 'unknown') : null;
    const text = options.caption ?? '';
    const body: Body = { kind: 'media', text, media, mimeType, fileName, bytes: content.length, sha256 };
    return { content, body };
  }

  /** The messages of each chat, oldest first. */
  async function history(): Promise<Map<string, { model: Model; unread: boolean }[]>> {
    const all = [
      ...(await store.received()).map((received) => ({ model: models.received(received), unread: received.unread })),
      ...(await store.messages()).map((message) => ({ model: models.sent(message), unread: false })),
    ];
    const byChat = new Map<string, typeof all>();
    for (const entry of all.toSorted((a, b) => a.model.t - b.model.t)) {
      const chat = String(entry.model.id.remote);
      byChat.set(chat, [...(byChat.get(chat) ?? []), entry]);
    }
    return byChat;
  }

  /** WhatsApp Web has the history that the phone sent when it was linked; here it is loaded on demand. */
  async function before(chat: string, id: string, count: number): Promise<Model[]> {
    const found: Model[] = [];
    for (const message of await older(words.address(String(chat)), id, count)) {
      const sent = await store.message(message.id);
      const stored = (await store.received()).find((candidate) => candidate.message.id === message.id);
      const received = stored ?? { message, unread: false };
      if (!sent && !stored) await store.saveReceived(received);
      found.push(sent ? models.sent(sent) : models.received(received));
    }
    return found;
  }

  /** The group fields of WhatsApp Web's chat. */
  function groupOf(id: string): object {
    const state = groups.get(id);
    if (!state) return {};
    const { subject, size: length = 0, mayWrite = true, isLeft = false } = state;
    const participants = { length, iAmMember: () => !isLeft, iAmAdmin: () => mayWrite };
    return { formattedTitle: subject, groupMetadata: { subject, announce: !mayWrite, participants } };
  }

  /** The setting fields of WhatsApp Web's chat. */
  function settingsOf(id: string): object {
    const { isArchived = false, isPinned = false, mutedUntilMs = null } = settings.get(id) ?? {};
    const expiration = mutedUntilMs === null ? 0 : mutedUntilMs < 0 ? -1 : Math.floor(mutedUntilMs / 1_000);
    return { archive: isArchived, pin: isPinned ? 1 : 0, mute: { expiration } };
  }

  /** Throws, as WPP does, if the network refuses the act. */
  async function mustAct(to: string, body: Body): Promise<void> {
    const reply = await act(to, body);
    if (reply.kind !== 'accepted') throw fault('refused', reply.reason);
  }
  const own = () => words.address(String(me()));
  const set = (chat: string, body: Omit<SettingBody, 'kind' | 'text' | 'chat'>) =>
    mustAct(own(), { kind: 'setting', text: '', chat: words.address(String(chat)), ...body });
  /** The target of an act; throws if the message is unknown here. */
  async function about(name: string): Promise<{ quotedId: string; chat: string; writer: string }> {
    const { id } = await getMessageById(name);
    const chat = words.address(String(id.remote));
    return { quotedId: id.id, chat, writer: id.fromMe ? own() : words.address(String(id.participant ?? id.remote)) };
  }

  return {
    async sendReactionToMessage(name: string, reaction: string | false | null) {
      const { quotedId, chat } = await about(name);
      await mustAct(chat, { kind: 'reaction', text: reaction || '', quotedId });
      return { sendMsgResult: 'OK' };
    },
    async editMessage(name: string, text: string) {
      const { quotedId, chat } = await about(name);
      await mustAct(chat, { kind: 'edit', text, quotedId });
    },
    async deleteMessage(_chat: string, name: string, _media = false, revoke = false) {
      const { quotedId, chat } = await about(name);
      if (revoke) await mustAct(chat, { kind: 'deletion', text: '', quotedId });
    },
    async starMessage(name: string, isStarred: boolean) {
      const target = await about(name);
      await mustAct(own(), { kind: 'star', text: '', ...target, isStarred });
    },
    async pinMsg(name: string, isPinned = true, seconds = 604_800) {
      const { quotedId, chat } = await about(name);
      await mustAct(chat, { kind: 'message-pin', text: '', quotedId, isPinned, seconds });
    },
    async markIsRead(chat: string) {
      await markIsRead(chat);
      await mustAct(own(), { kind: 'read', text: '', chat: words.address(String(chat)) });
    },
    markIsUnread: (chat: string) =>
      mustAct(own(), { kind: 'read', text: '', chat: words.address(String(chat)), isUnread: true }),
    archive: (chat: string, isArchived = true) => set(chat, { isArchived }),
    pin: (chat: string, isPinned = true) => set(chat, { isPinned }),
    mute: (chat: string, { expiration }: { expiration: number }) =>
      set(chat, { mutedUntilMs: expiration < 0 ? -1 : expiration * 1_000 }),
    unmute: (chat: string) => set(chat, { mutedUntilMs: null }),
    markIsComposing: async (chat: string) => typing(words.address(String(chat)), true),
    markIsPaused: async (chat: string) => typing(words.address(String(chat)), false),
    async downloadMedia(name: string): Promise<Blob> {
      const { id, fromMe } = words.parseKey(String(name));
      const sent = fromMe ? await store.message(id) : null;
      const received = (await store.received()).find(({ message }) => message.id === id);
      const body = sent?.body ?? received?.message.body;
      const content = body?.kind === 'media' ? await load(body.sha256) : null;
      if (body?.kind !== 'media' || !content) throw fault('media_not_found', 'Media not found');
      return new Blob([content], { type: body.mimeType });
    },
    get: (id: string) => (chats.has(String(id)) ? { id: words.wid(String(id)) } : undefined),
    find,
    generateMessageID,
    getMessageById,
    /** Sorted by the latest message, newest first. */
    async list({ count = Number.POSITIVE_INFINITY, onlyWithUnreadMessage = false } = {}) {
      const byChat = await history();
      for (const id of groups.keys()) if (!byChat.has(id)) byChat.set(id, []);
      const found = [...byChat].filter(([, all]) => !onlyWithUnreadMessage || all.some(({ unread }) => unread));
      const latest = found.toSorted(([, a], [, b]) => (b.at(-1)?.model.t ?? 0) - (a.at(-1)?.model.t ?? 0));
      return Promise.all(
        latest.slice(0, count).map(async ([id, all]) => ({
          ...(await find(id)),
          ...groupOf(id),
          ...settingsOf(id),
          t: all.at(-1)?.model.t,
          unreadCount: all.filter(({ unread }) => unread).length,
        })),
      );
    },
    async getMessages(
      chat: string,
      { count = 20, onlyUnread = false, id = '' }: { count?: number; onlyUnread?: boolean; id?: string } = {},
    ) {
      if (!chats.has(String(chat))) throw fault('chat_not_found', `Chat not found for ${chat}`);
      if (id !== '') return before(chat, words.parseKey(id).id, count);
      const all = (await history()).get(String(chat)) ?? [];
      const selected = all.filter(({ unread }) => !onlyUnread || unread).map(({ model }) => model);
      return count < 0 ? selected : selected.slice(-count);
    },
    async sendTextMessage(chat: string, text: string, options: SendOptions = {}) {
      return send(chat, options, { kind: 'text', text });
    },
    async sendFileMessage(chat: string, url: string, options: FileOptions = {}) {
      const { body, content } = await fileOf(url, options);
      return send(chat, options, body, content);
    },
    async sendCreatePollMessage(
      chat: string,
      name: string,
      choices: string[],
      options: SendOptions & { selectableCount?: number } = {},
    ) {
      return send(chat, options, {
        kind: 'poll',
        text: name,
        options: [...choices],
        selectable: options.selectableCount ?? 0,
      });
    },
  };
}
