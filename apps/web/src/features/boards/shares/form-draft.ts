/** What was filled in, by column, as the fields have it. */
export type Draft = Record<string, string | boolean>;

const keyOf = (token: string) => `form-draft:${token}`;

/** What somebody had filled in before the page was closed; the browser may keep nothing. */
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

/** @param draft null: it was sent */
export function keepDraft(token: string, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(token));
    else localStorage.setItem(keyOf(token), JSON.stringify(draft));
  } catch {
    // Nothing is kept where the browser forbids it.
  }
}

/** What the address of the page fills in: a value by the name of the field. */
export function fromAddress(fields: readonly { columnId: string; name: string }[], address: string): Draft {
  const given = new URLSearchParams(address);
  return Object.fromEntries(
    fields.flatMap(({ columnId, name }) => {
      const value = given.get(name);
      return value === null ? [] : [[columnId, value]];
    }),
  );
}
