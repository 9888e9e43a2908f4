/** The addresses and names that `window.WPP` speaks in, made from the network's. */
export interface WppWords {
  /** `447700900123@c.us`, or a group's id; with what WhatsApp's own object offers. */
  wid(address: string): Wid;
  /** The network's address of a WhatsApp id. */
  address(wid: string): string;
  /** The name of a message. `participant`: who wrote it in a group. */
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

/** Runs in the page, sent there as text: it can use nothing of this module. */
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
