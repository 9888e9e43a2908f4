/** Nouns of this domain's actions in the audit log. */
export const suppressionAuditNouns = ['suppression'] as const;
