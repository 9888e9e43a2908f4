/**
 * The part of `window.WPP` (`@wppconnect/wa-js` 4.6) that the driver uses. Declared here because the package's types
 * need those of a browser.
 */
export interface Wpp {
  isReady: boolean;
  isFullReady: boolean;
  on(event: string, listener: (...values: never[]) => void): void;
  conn: {
    isAuthenticated(): boolean;
    /** The codes expired unscanned; none is shown until one is requested. */
    isIdle(): boolean;
    getStreamData(): { mode: string; info?: string };
    getAuthCode(): Promise<{ fullCode: string } | null>;
    getMyUserWid(): Wid | undefined;
    getMyUserLid(): Wid | undefined;
    refreshQR(): Promise<unknown>;
    genLinkDeviceCodeForPhoneNumber(phone: string): Promise<string>;
    logout(): Promise<boolean>;
  };
  contact: {
    queryExists(id: string): Promise<{ wid: Wid } | null>;
    getCommonGroups(id: string): Promise<Wid[]>;
    getProfilePictureUrl(id: string): Promise<string | null | undefined>;
    getPnLidEntry(
      id: string,
    ): Promise<{ lid?: Wid; phoneNumber?: { user?: string; id?: string; _serialized?: string } }>;
  };
  chat: {
    get(id: string): { id: Wid } | undefined;
    /** The chat with the latest message first; `t` is its time in seconds. */
    list(options: {
      onlyWithUnreadMessage?: true;
      onlyGroups?: true;
      ignoreGroupMetadata?: boolean;
      count?: number;
    }): Promise<ChatModel[]>;
    downloadMedia(id: string): Promise<PageBlob>;
    /** The latest messages, or those before a message; `id` is its full name. */
    getMessages(
      id: string,
      options: { onlyUnread?: true; count: number; direction?: 'before'; id?: string },
    ): Promise<MessageModel[]>;
    find(id: string): Promise<{ id: Wid }>;
    generateMessageID(chat: { id: Wid }): Promise<MessageKey>;
    getMessageById(id: string): Promise<{ ack?: number; type?: string; body?: string }>;
    /** `false` removes the reaction. */
    sendReactionToMessage(id: string, reaction: string | false): Promise<unknown>;
    editMessage(id: string, text: string, options: { linkPreview: boolean }): Promise<unknown>;
    /** @param isForEveryone otherwise only for this account */
    deleteMessage(chat: string, id: string, withMedia: boolean, isForEveryone: boolean): Promise<unknown>;
    starMessage(id: string, star: boolean): Promise<unknown>;
    /** WhatsApp Web supports a day, a week and thirty days. */
    pinMsg(id: string, pin: boolean, seconds: number): Promise<unknown>;
    markIsRead(chat: string): Promise<unknown>;
    markIsUnread(chat: string): Promise<unknown>;
    archive(chat: string, archive: boolean): Promise<unknown>;
    pin(chat: string, pin: boolean): Promise<unknown>;
    /** In seconds since 1970; -1 for ever. */
    mute(chat: string, until: { expiration: number }): Promise<unknown>;
    unmute(chat: string): Promise<unknown>;
    markIsComposing(chat: string, durationMs: number): Promise<unknown>;
    markIsPaused(chat: string): Promise<unknown>;
    sendTextMessage(chat: string, text: string, options: SendOptions & { linkPreview: boolean }): Promise<Sent>;
    /** `content` is a data URL. */
    sendFileMessage(
      chat: string,
      content: string,
      options: SendOptions & { type: string; isPtt: boolean; caption: string; filename: string; mimetype: string },
    ): Promise<Sent>;
    sendCreatePollMessage(
      chat: string,
      name: string,
      choices: string[],
      options: SendOptions & { selectableCount: number },
    ): Promise<Sent>;
  };
  group: {
    getParticipants(id: string): Promise<{ id: Wid; isAdmin: boolean; isSuperAdmin: boolean }[]>;
    create(subject: string, members: string[]): Promise<{ gid: Wid }>;
    setSubject(id: string, subject: string): Promise<unknown>;
    setDescription(id: string, description: string): Promise<unknown>;
    setProperty(id: string, property: 'announcement' | 'restrict', value: boolean): Promise<unknown>;
    /** By member; code 200 means added. */
    addParticipants(id: string, members: string[]): Promise<Record<string, { code: number; message: string }>>;
    removeParticipants(id: string, members: string[]): Promise<unknown>;
    promoteParticipants(id: string, members: string[]): Promise<unknown>;
    demoteParticipants(id: string, members: string[]): Promise<unknown>;
    leave(id: string): Promise<unknown>;
    getInviteCode(id: string): Promise<string>;
  };
  whatsapp?: {
    MsgStore?: { on(event: 'change:star', listener: (message: MessageModel, isStarred: unknown) => void): void };
  };
}
interface PageBlob {
  size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}
interface SendOptions {
  messageId: string;
  quotedMsg?: string;
  mentionedJidList?: string[];
  waitForAck: boolean;
  markIsRead: boolean;
}
interface Sent {
  ack?: number;
  sendMsgResult: { messageSendResult: string; t?: number } | null;
}
export interface Wid {
  user: string;
  server: string;
  toString(): string;
}
export interface MessageKey {
  id: string;
  fromMe: boolean;
  remote: Wid;
  participant?: Wid | undefined;
  toString(): string;
}
export interface ChatModel {
  id: Wid;
  t?: number;
  unreadCount?: number;
  archive?: boolean;
  /** Time of pinning in seconds; 0 or undefined if it is not pinned. */
  pin?: number;
  /** In seconds since 1970; -1 for ever; 0 if it is not muted. */
  mute?: { expiration?: number };
  formattedTitle?: string;
  groupMetadata?: {
    subject?: string;
    desc?: string;
    /** Only admins may write. */
    announce?: boolean;
    participants: { length: number; iAmMember(): boolean; iAmAdmin(): boolean };
  };
}
export interface MessageModel {
  id: MessageKey;
  from: Wid;
  author?: Wid;
  /** The writer's profile name. */
  notifyName?: string;
  isForwarded?: boolean;
  quotedMsg?: { body?: string; caption?: string; type?: string };
  /** Size of the file. */
  size?: number;
  pollOptions?: { name?: string }[];
  type: string;
  body?: string;
  caption?: string;
  mimetype?: string;
  filename?: string;
  pollName?: string;
  /** Id of the quoted message. */
  quotedStanzaID?: string;
  /** Delivery level of a message of ours. */
  ack?: number;
  t: number;
}
/** Payload of `chat.new_reaction`. */
export interface Reaction {
  id: MessageKey;
  msgId: MessageKey;
  /** Empty if the reaction was removed. */
  reactionText: string;
  sender: Wid;
  timestamp: number;
}
/** Payload of `chat.msg_revoke`. */
export interface Revocation {
  refId: MessageKey | undefined;
}
/** Payload of `chat.poll_response`; options that were not chosen are missing. */
export interface PollResponse {
  msgId: MessageKey;
  chatId: Wid;
  selectedOptions: ({ name?: string } | null | undefined)[];
  sender: Wid;
  timestamp: number;
}
/** The page's globals that our scripts use. */
export interface PageGlobals {
  WPP?: Wpp;
  top: unknown;
  self: unknown;
  [told: string]: unknown;
}
