import { createHmac } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { FormLinks } from '../campaigns/index.ts';
import { findFormsByCode, hashToken, isOpen, type ShareRow } from './shares.queries.ts';
import { personalLinks } from './shares.schema.ts';

/**
 * The secret in the link of a row, which is told to nobody else: made again, it is the same, so that a message that is
 * tried again has the link of the one before.
 */
const tokenOf = ({ tokenHash }: ShareRow, id: string): string =>
  createHmac('sha256', tokenHash).update(`personal-link:${id}`).digest('base64url');

const codeOf = ({ id }: ShareRow): string => id.slice(-8);

/** Personal links of forms for the messages of campaigns. */
export const personalFormLinks: FormLinks = {
  async known(db, workspaceId, codes, now) {
    const forms = await findFormsByCode(db, workspaceId, codes);
    return new Set(forms.filter((share) => isOpen(share, now)).map(codeOf));
  },

  async make(tx, workspaceId, code, recipients) {
    const [share] = await findFormsByCode(tx, workspaceId, [code]);
    if (!share || recipients.length === 0) return new Map();
    const rows = recipients.map((one) => {
      const id = newId();
      return { ...one, id, shareId: share.id, tokenHash: hashToken(tokenOf(share, id)) };
    });
    await tx.insert(personalLinks).values(rows).onConflictDoNothing();
    const ids = recipients.map(({ recipientId }) => recipientId);
    const made = await tx
      .select({ id: personalLinks.id, recipientId: personalLinks.recipientId })
      .from(personalLinks)
      .where(and(eq(personalLinks.shareId, share.id), inArray(personalLinks.recipientId, ids)));
    return new Map(made.map(({ id, recipientId }) => [recipientId ?? '', `/form-preview/${tokenOf(share, id)}`]));
  },
};
