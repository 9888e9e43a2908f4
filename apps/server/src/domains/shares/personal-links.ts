import { randomBytes } from 'node:crypto';
import type { PersonalLink } from '@switchyard/contracts/shares/operations';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { shareRefusal } from './shares.policy.ts';
import { hashToken } from './shares.queries.ts';
import { personalLinks, shares } from './shares.schema.ts';

const TOKEN_BYTES = 32;

/**
 * Makes a personal form link for each contact, good for one answer; contacts of other workspaces are skipped.
 * @throws Refusal `NOT_FOUND` if there is no such form
 */
export const makePersonalLinks: Action<{ id: string; contactIds: string[] }, PersonalLink[]> = (
  { db },
  actor,
  { id, contactIds },
) =>
  db.transaction(async (tx) => {
    authorize(shareRefusal(actor));
    const { workspaceId } = actor;
    const isForm = and(eq(shares.id, id), eq(shares.workspaceId, workspaceId), eq(shares.kind, 'form'));
    if ((await tx.$count(shares, and(isForm, isNull(shares.revokedAt)))) === 0) throw new Refusal('NOT_FOUND');
    const recipients = await tx
      .select({ contactId: contacts.id, name: contacts.name, mobile: contacts.mobile })
      .from(contacts)
      .where(and(eq(contacts.workspaceId, workspaceId), inArray(contacts.id, contactIds)));
    const links = recipients.map((contact) => ({ ...contact, token: randomBytes(TOKEN_BYTES).toString('base64url') }));
    if (links.length > 0) {
      const rows = links.map(({ contactId, token }) => ({ shareId: id, contactId, tokenHash: hashToken(token) }));
      await tx.insert(personalLinks).values(rows);
      await writeAudit(tx, actor, { action: 'share.personal-links', subject: id, details: { count: links.length } });
    }
    return { result: links, events: [] };
  });
