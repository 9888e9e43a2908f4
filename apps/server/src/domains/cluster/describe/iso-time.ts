/** Converts a time of the Kubernetes API (whole seconds, or microseconds); null if there is none. */
export function isoTime(time: string | null | undefined): string | null {
  const atMs = Date.parse(time ?? '');
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}
