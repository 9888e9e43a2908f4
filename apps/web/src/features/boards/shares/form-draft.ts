/** Form input by column. */
export type Draft = Record<string, string | boolean>;

const storageKey = (token: string) => `form-draft:${token}`;

/** Reads what was filled in before the page was closed; empty if the browser stores nothing. */
export function loadDraft(token: string): Draft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(token)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean'),
    );
  } catch {
    return {};
  }
}

/** @param draft null once the form was sent */
export function saveDraft(token: string, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(storageKey(token));
    else localStorage.setItem(storageKey(token), JSON.stringify(draft));
  } catch {
    // The browser may forbid storage; then nothing is saved.
  }
}

/** Values that the page's address prefills, by field name. */
export function draftFromAddress(fields: readonly { columnId: string; name: string }[], address: string): Draft {
  const params = new URLSearchParams(address);
  return Object.fromEntries(
    fields.flatMap(({ columnId, name }) => {
      const value = params.get(name);
      return value === null ? [] : [[columnId, value]];
    }),
  );
}
