/** Nouns of this domain's actions in the audit log. */
export const enginesAuditNouns = ['engine'] as const;
