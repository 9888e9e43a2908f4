/** `user-messages-export-{timestamp}.xlsx`; the timestamp is UTC, `2026-11-20T19-30-00`. */
export const exportFileName = (now: Date): string => `user-messages-export-${stampOf(now)}.xlsx`;

/** `user-messages-import-failed-{timestamp}.xlsx`, for the failed rows of an import. */
export const faultsFileName = (now: Date): string => `user-messages-import-failed-${stampOf(now)}.xlsx`;

const stampOf = (now: Date): string => now.toISOString().slice(0, 19).replaceAll(':', '-');
