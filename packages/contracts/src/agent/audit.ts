/** Nouns of this domain's actions in the audit log. */
export const agentAuditNouns = ['agent'] as const;
