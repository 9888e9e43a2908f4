/** Nouns of this domain's actions in the audit log. */
export const installationAuditNouns = ['person'] as const;
