/** Nouns of this domain's actions in the audit log. */
export const chatsAuditNouns = ['chat'] as const;
