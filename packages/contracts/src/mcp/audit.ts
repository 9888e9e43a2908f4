/** Nouns of this domain's actions in the audit log. */
export const mcpAuditNouns = ['grant'] as const;
