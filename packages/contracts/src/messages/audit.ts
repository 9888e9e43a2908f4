/** Nouns of this domain's actions in the audit log. */
export const messagesAuditNouns = ['message', 'series'] as const;
