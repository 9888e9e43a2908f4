/** Nouns of this domain's actions in the audit log. */
export const workspacesAuditNouns = ['member', 'workspace'] as const;
