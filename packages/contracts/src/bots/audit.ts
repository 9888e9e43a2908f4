/** Nouns of this domain's actions in the audit log. */
export const botsAuditNouns = ['bot', 'bot-session'] as const;
