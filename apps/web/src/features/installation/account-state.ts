/** State of a person or workspace. */
export const accountState = (row: { suspendedAt: string | null; deleteAfter: string | null }) =>
  row.deleteAfter ? 'deleting' : row.suspendedAt ? 'suspended' : 'active';
