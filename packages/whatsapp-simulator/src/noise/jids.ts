/**
 * The Noise interface's addresses. A user has two: by number (`447700900123@s.whatsapp.net`) and hidden
 * (`9447700900123@lid`); a device adds `:N`, with 0 for the phone itself.
 */
const HIDDEN_PREFIX = '9';

/** The account's number in E.164 form. */
export function numberOfJid(jid: string): string {
  const user = jid.split('@')[0]?.split(':')[0] ?? '';
  return `+${jid.endsWith('@lid') ? user.slice(HIDDEN_PREFIX.length) : user}`;
}

export function deviceOfJid(jid: string): number {
  return Number(jid.split('@')[0]?.split(':')[1] ?? 0);
}

export function jidOf(number: string, device = 0): string {
  return `${number.slice(1)}${device === 0 ? '' : `:${device}`}@s.whatsapp.net`;
}

export function hiddenJidOf(number: string, device = 0): string {
  return `${HIDDEN_PREFIX}${number.slice(1)}${device === 0 ? '' : `:${device}`}@lid`;
}

/** The network's address of a chat: a group's id, or a number. */
export const addressOfJid = (jid: string): string => (jid.endsWith('@g.us') ? jid : numberOfJid(jid));
