/** How a person or workspace stands. */
export const accountState = (row: { suspendedAt: string | null; deleteAfter: string | null }) =>
  row.deleteAfter ? 'deleting' : row.suspendedAt ? 'suspended' : 'active';
