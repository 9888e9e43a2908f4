/** Nouns of this domain's actions in the audit log. */
export const billingAuditNouns = ['plan', 'billing', 'invoice'] as const;
