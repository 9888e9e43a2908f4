/** Converts between the network's addresses and the ids and keys of `window.WPP`. */
export interface WppWords {
  /** `447700900123@c.us`, or a group's id, with the methods of WhatsApp's own object. */
  wid(address: string): Wid;
  /** The network's address of a WhatsApp id. */
  address(wid: string): string;
  /** The key of a message. `participant`: its writer in a group. */
  messageKey(fromMe: boolean, remote: Wid, id: string, participant?: Wid): MessageKey;
  parseKey(text: string): MessageKey;
}
export interface Wid {
  user: string;
  server: string;
  isGroup(): boolean;
  isLid(): boolean;
  toString(): string;
}
export interface MessageKey {
  fromMe: boolean;
  remote: Wid;
  id: string;
  participant: Wid | undefined;
  toString(): string;
}

/** Serialized and run in the page, so it can't use anything from this module. */
export function wppWords(): WppWords {
  function wid(address: string): Wid {
    const text = address.startsWith('+') ? `${address.slice(1)}@c.us` : address;
    const [user = '', server = ''] = text.split('@');
    return { user, server, isGroup: () => server === 'g.us', isLid: () => server === 'lid', toString: () => text };
  }
  function messageKey(fromMe: boolean, remote: Wid, id: string, participant?: Wid): MessageKey {
    const text = [fromMe, remote, id, ...(participant ? [participant] : [])].join('_');
    return { fromMe, remote, id, participant, toString: () => text };
  }
  return {
    wid,
    messageKey,
    address: (text) => (text.endsWith('@c.us') ? `+${text.slice(0, -5)}` : text),
    parseKey(text) {
      const [fromMe, remote = '', id = '', participant] = text.split('_');
      return messageKey(fromMe === 'true', wid(remote), id, participant ? wid(participant) : undefined);
    },
  };
}
