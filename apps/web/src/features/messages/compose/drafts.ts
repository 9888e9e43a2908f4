import type { ComposeValues } from './compose-values.ts';

/** Unsent input of the compose dialog. */
export interface Draft {
  values: ComposeValues;
  savedAtMs: number;
}

/** Drafts of one person in one workspace, keyed by `new …` or the id of the edited message. */
export type Drafts = Record<string, Draft>;

type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Maximum drafts kept; the oldest are deleted first. */
const MAX_DRAFTS = 10;

export const draftKey = (userId: string, workspaceId: string): string => `switchyard.drafts.${userId}.${workspaceId}`;

/** Reads the stored drafts; none if the storage is unreadable. */
export function readDrafts(storage: DraftStorage, key: string): Drafts {
  try {
    const read: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    const entries = Object.entries(read as Drafts).filter(([, draft]) => typeof draft?.values?.message === 'string');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/**
 * Saves a draft, or deletes it when null. If the storage is full or unavailable nothing is saved; the dialog still has
 * the input.
 */
export function writeDraft(storage: DraftStorage, key: string, name: string, draft: Draft | null): void {
  const { [name]: _, ...others } = readDrafts(storage, key);
  const all = Object.entries(draft ? { ...others, [name]: draft } : others);
  const latest = all.toSorted(([, a], [, b]) => b.savedAtMs - a.savedAtMs).slice(0, MAX_DRAFTS);
  try {
    storage.setItem(key, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    return;
  }
}

/** The draft to offer: of this message, or the latest for a new message. */
export function draftFor(drafts: Drafts, messageId: string | null): [name: string, draft: Draft] | undefined {
  return Object.entries(drafts)
    .filter(([name]) => (messageId ? name === messageId : name.startsWith('new ')))
    .toSorted(([, a], [, b]) => b.savedAtMs - a.savedAtMs)[0];
}
