import type { ComposeValues } from './compose-values.ts';

/** What somebody has written and not sent. */
export interface Draft {
  values: ComposeValues;
  savedAtMs: number;
}

/** Drafts of one person in one workspace, by what they are of: `new …`, or the id of the message that is changed. */
export type Drafts = Record<string, Draft>;

type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** More than these nobody comes back to; the oldest go. */
const KEPT = 10;

export const draftKey = (userId: string, workspaceId: string): string => `switchyard.drafts.${userId}.${workspaceId}`;

/** What is in the storage; nothing where it cannot be read. */
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
 * Keeps a draft, or with null forgets it. A storage that is full or closed keeps nothing, and the dialog still has the
 * words.
 */
export function writeDraft(storage: DraftStorage, key: string, name: string, draft: Draft | null): void {
  const { [name]: _, ...others } = readDrafts(storage, key);
  const all = Object.entries(draft ? { ...others, [name]: draft } : others);
  const kept = all.toSorted(([, one], [, other]) => other.savedAtMs - one.savedAtMs).slice(0, KEPT);
  try {
    storage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    return;
  }
}

/** The draft to offer: of this message, or the latest of those of new messages. */
export function draftFor(drafts: Drafts, messageId: string | null): [name: string, draft: Draft] | undefined {
  return Object.entries(drafts)
    .filter(([name]) => (messageId ? name === messageId : name.startsWith('new ')))
    .toSorted(([, one], [, other]) => other.savedAtMs - one.savedAtMs)[0];
}
