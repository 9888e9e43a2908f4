import { randomBytes } from 'node:crypto';

const PREFIX = 'wamid.';
/** Longer than any id that a phone generates. */
const WAMID_BYTES = 27;

/** A new Cloud API id for a message that a business sends. */
export const newWamid = (): string => `${PREFIX}${randomBytes(WAMID_BYTES).toString('base64')}`;

/** The Cloud API's id of a message: its own, or a phone's id encoded as one. */
export const wamidOf = (id: string): string =>
  id.startsWith(PREFIX) ? id : `${PREFIX}${Buffer.from(id).toString('base64')}`;

/** The network's id of a message with this Cloud API id. */
export function idOfWamid(wamid: string): string {
  const id = Buffer.from(wamid.slice(PREFIX.length), 'base64').toString('utf8');
  return /^[\x21-\x7e]+$/.test(id) && wamidOf(id) === wamid ? id : wamid;
}
