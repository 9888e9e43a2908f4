/** Nouns of this domain's actions in the audit log. */
export const campaignsAuditNouns = ['campaign', 'campaign-template', 'audience'] as const;
