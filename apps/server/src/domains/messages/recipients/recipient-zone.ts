import type { MessageDetail } from '@switchyard/contracts/messages/message';
import type { Db } from '../../../platform/database/database.ts';
import { contactZone, findContactsByMobiles } from '../../contacts/index.ts';
import { findWorkspace } from '../../workspaces/index.ts';
import type { MessageRow } from '../messages.present.ts';

/** The recipient's zone. Null for a group, which has none, and for a message that is no longer pending or sending. */
export async function findRecipientZone(
  db: Db,
  { workspaceId, recipient, status }: Pick<MessageRow, 'workspaceId' | 'recipient' | 'status'>,
): Promise<MessageDetail['recipientZone']> {
  if (!recipient.startsWith('+') || (status !== 'pending' && status !== 'sending')) return null;
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) return null;
  const contact = (await findContactsByMobiles(db, workspaceId, [recipient])).get(recipient);
  return contactZone({ zone: contact?.zone ?? null, mobile: recipient }, workspace.zone);
}
