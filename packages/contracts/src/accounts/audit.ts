/** Nouns of this domain's actions in the audit log. */
export const accountsAuditNouns = ['account', 'key', 'support'] as const;
