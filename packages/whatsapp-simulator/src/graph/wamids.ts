import { randomBytes } from 'node:crypto';

const PREFIX = 'wamid.';
/** More than any id that a phone makes. */
const WAMID_BYTES = 27;

/** A new id, as the Cloud API gives them to what a business sends. */
export const newWamid = (): string => `${PREFIX}${randomBytes(WAMID_BYTES).toString('base64')}`;

/** The Cloud API's id of a message: its own, or a phone's id in its clothes. */
export const wamidOf = (id: string): string =>
  id.startsWith(PREFIX) ? id : `${PREFIX}${Buffer.from(id).toString('base64')}`;

/** The network's id of a message that the Cloud API names so. */
export function idOfWamid(wamid: string): string {
  const id = Buffer.from(wamid.slice(PREFIX.length), 'base64').toString('utf8');
  return /^[\x21-\x7e]+$/.test(id) && wamidOf(id) === wamid ? id : wamid;
}
