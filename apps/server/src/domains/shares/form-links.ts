import { createHmac } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { FormLinks } from '../campaigns/index.ts';
import { findFormsByCode, hashToken, isOpen, type ShareRow } from './shares.queries.ts';
import { personalLinks } from './shares.schema.ts';

/**
 * Derives the secret of a link from its row: it is always the same, so a retried message has the link of the first one.
 */
const tokenOf = ({ tokenHash }: ShareRow, id: string): string =>
  createHmac('sha256', tokenHash).update(`personal-link:${id}`).digest('base64url');

const codeOf = ({ id }: ShareRow): string => id.slice(-8);

/** Personal form links for campaign messages. */
export const personalFormLinks: FormLinks = {
  async known(db, workspaceId, codes, now) {
    const forms = await findFormsByCode(db, workspaceId, codes);
    return new Set(forms.filter((share) => isOpen(share, now)).map(codeOf));
  },

  async make(tx, workspaceId, code, recipients) {
    const [share] = await findFormsByCode(tx, workspaceId, [code]);
    if (!share || recipients.length === 0) return new Map();
    const rows = recipients.map((recipient) => {
      const id = newId();
      return { ...recipient, id, shareId: share.id, tokenHash: hashToken(tokenOf(share, id)) };
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
