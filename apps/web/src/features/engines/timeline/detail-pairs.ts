/** Details of an event as labels and values; objects are written as JSON. */
export function detailPairs(details: Record<string, unknown>): { label: string; value: string }[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([label, value]) => ({ label: humanLabel(label), value: plain(value) }));
}

/** `podRevision` and `pod_revision` become `Pod revision`. */
function humanLabel(name: string): string {
  const label = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
