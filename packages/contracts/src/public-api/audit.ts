/** Nouns of this domain's actions in the audit log. */
export const publicApiAuditNouns = ['inbound-webhook'] as const;
