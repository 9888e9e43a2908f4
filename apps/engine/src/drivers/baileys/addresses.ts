/** WhatsApp's address of a number in E.164 form; a group's id is one already. */
export const jidOf = (address: string): string =>
  address.includes('@') ? address : `${address.replace(/^\+/, '')}@s.whatsapp.net`;

/** WhatsApp's address to E.164; a group's id and a hidden address stay as they are. */
export function addressOf(jid: string): string {
  const [user = '', server] = jid.split('@');
  return server === 's.whatsapp.net' ? `+${user.split(':')[0]}` : jid;
}
