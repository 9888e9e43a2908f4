/** `user-messages-export-{timestamp}.xlsx`; the timestamp is UTC, `2026-11-20T19-30-00`. */
export function exportFileName(now: Date): string {
  return `user-messages-export-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.xlsx`;
}
