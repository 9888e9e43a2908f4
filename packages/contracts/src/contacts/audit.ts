/** Nouns of this domain's actions in the audit log. */
export const contactsAuditNouns = ['contact', 'label', 'list'] as const;
