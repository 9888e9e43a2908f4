/** Nouns of this domain's actions in the audit log. */
export const automationsAuditNouns = ['automation'] as const;
