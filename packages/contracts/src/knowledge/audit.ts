/** Nouns of this domain's actions in the audit log. */
export const knowledgeAuditNouns = ['knowledge'] as const;
