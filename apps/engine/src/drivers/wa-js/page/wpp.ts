/** What the driver uses of `window.WPP` (`@wppconnect/wa-js` 4.6). Written down here, since its own types need those of a browser. */
export interface Wpp {
  isReady: boolean;
  isFullReady: boolean;
  on(event: string, listener: (...values: never[]) => void): void;
  conn: {
    isAuthenticated(): boolean;
    getStreamData(): { mode: string; info?: string };
    getAuthCode(): Promise<{ fullCode: string } | null>;
    getMyUserWid(): Wid | undefined;
    refreshQR(): Promise<unknown>;
    genLinkDeviceCodeForPhoneNumber(phone: string): Promise<string>;
    logout(): Promise<boolean>;
  };
  contact: {
    queryExists(id: string): Promise<{ wid: Wid } | null>;
    getPnLidEntry(id: string): Promise<{ phoneNumber?: { user?: string; id?: string; _serialized?: string } }>;
  };
  chat: {
    get(id: string): { id: Wid } | undefined;
    list(options: { onlyWithUnreadMessage: true; count: number }): Promise<{ id: Wid }[]>;
    getMessages(id: string, options: { onlyUnread: true; count: number }): Promise<MessageModel[]>;
    find(id: string): Promise<{ id: Wid }>;
    generateMessageID(chat: { id: Wid }): Promise<MessageKey>;
    getMessageById(id: string): Promise<{ ack?: number }>;
    sendTextMessage(
      chat: string,
      text: string,
      options: { messageId: string; waitForAck: boolean; linkPreview: boolean; createChat?: boolean },
    ): Promise<{ ack?: number; sendMsgResult: { messageSendResult: string; t?: number } | null }>;
  };
}
export interface Wid {
  user: string;
  server: string;
  toString(): string;
}
export interface MessageKey {
  id: string;
  fromMe: boolean;
  toString(): string;
}
export interface MessageModel {
  id: MessageKey;
  from: Wid;
  author?: Wid;
  type: string;
  body?: string;
  caption?: string;
  t: number;
}
/** The page's globals that our programs there touch. */
export interface PageGlobals {
  WPP?: Wpp;
  top: unknown;
  self: unknown;
  [told: string]: unknown;
}
