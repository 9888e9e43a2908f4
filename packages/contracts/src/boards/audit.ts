/** Nouns of this domain's actions in the audit log. */
export const boardsAuditNouns = ['board', 'board-item'] as const;
