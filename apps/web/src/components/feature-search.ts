import type { TablerIcon } from '@tabler/icons-react';
import type { useNavigate } from '@tanstack/react-router';

/** Something that Ctrl+K found, and what choosing it does. */
export interface SearchHit {
  /** Unique among all that is found. */
  id: string;
  label: string;
  description?: string;
  icon: TablerIcon;
  run: (navigate: ReturnType<typeof useNavigate>) => void;
}

export interface FoundGroup {
  name: string;
  /** The best few; where there are more, the last of them leads to all. */
  found: SearchHit[];
}

/** Asks the server for what matches. `text` is at least two characters. */
export type SearchFn = (text: string, signal: AbortSignal) => Promise<FoundGroup[]>;

/** A feature's search, loaded when something is searched for. */
export type LoadFind = () => Promise<SearchFn>;
