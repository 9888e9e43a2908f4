/** Nouns of this domain's actions in the audit log. */
export const inboxAuditNouns = ['conversation', 'quick-reply'] as const;
