/** What is told to be wrong at a field, as a screen reader learns it; undefined: nothing is. */
export function faultOf(field: HTMLElement): string | undefined {
  if (field.getAttribute('aria-invalid') !== 'true') return undefined;
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return described.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
