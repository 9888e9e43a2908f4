/** Nouns of this domain's actions in the audit log. */
export const inboxAuditNouns = ['conversation', 'inbox', 'inbox-team', 'quick-reply', 'macro'] as const;
