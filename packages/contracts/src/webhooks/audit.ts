/** Nouns of this domain's actions in the audit log. */
export const webhooksAuditNouns = ['webhook'] as const;
