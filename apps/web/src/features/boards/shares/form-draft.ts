/** Form input by column. */
export type Draft = Record<string, string | boolean>;

const keyOf = (token: string) => `form-draft:${token}`;

/** Reads what was filled in before the page was closed; empty if the browser stores nothing. */
export function readDraft(token: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(token)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean'),
    );
  } catch {
    return {};
  }
}

/** @param draft null once the form was sent */
export function keepDraft(token: string, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(token));
    else localStorage.setItem(keyOf(token), JSON.stringify(draft));
  } catch {
    // The browser may forbid storage; then nothing is saved.
  }
}

/** Values that the page's address prefills, by field name. */
export function fromAddress(fields: readonly { columnId: string; name: string }[], address: string): Draft {
  const given = new URLSearchParams(address);
  return Object.fromEntries(
    fields.flatMap(({ columnId, name }) => {
      const value = given.get(name);
      return value === null ? [] : [[columnId, value]];
    }),
  );
}
