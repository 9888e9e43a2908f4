import type { TablerIcon } from '@tabler/icons-react';
import type { useNavigate } from '@tanstack/react-router';

/** A hit of Ctrl+K, and what choosing it does. */
export interface SearchHit {
  /** Unique among all hits. */
  id: string;
  label: string;
  description?: string;
  icon: TablerIcon;
  run: (navigate: ReturnType<typeof useNavigate>) => void;
}

export interface SearchGroup {
  name: string;
  /** The best few; when there are more, the last one links to all. */
  found: SearchHit[];
}

/** Searches the server. `text` has at least two characters. */
export type SearchFn = (text: string, signal: AbortSignal) => Promise<SearchGroup[]>;

/** A feature's search, loaded on first use. */
export type LoadSearch = () => Promise<SearchFn>;
