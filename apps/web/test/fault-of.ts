/** The fault shown at a field, as a screen reader announces it; undefined if there is none. */
export function faultOf(field: HTMLElement): string | undefined {
  if (field.getAttribute('aria-invalid') !== 'true') return undefined;
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return described.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
