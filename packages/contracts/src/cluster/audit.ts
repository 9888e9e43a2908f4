/** Nouns of this domain's actions in the audit log. */
export const clusterAuditNouns = ['cluster-rule', 'fleet', 'node', 'pod'] as const;
