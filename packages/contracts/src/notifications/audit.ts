/** Nouns of this domain's actions in the audit log. */
export const notificationsAuditNouns = ['notification'] as const;
