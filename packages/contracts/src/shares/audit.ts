/** Nouns of this domain's actions in the audit log. */
export const sharesAuditNouns = ['share', 'calendar-feed'] as const;
