import { useHotkeys } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { lazy, Suspense, useState } from 'react';
import { openSearch, searchStore } from './open-search.ts';

const Search = lazy(() => import('./search.tsx'));

/**
 * Ctrl+K opens the search, also from within a field. Separate from the search, so that a key pressed before it has
 * loaded is not lost.
 */
export const useSearchKey = () => useHotkeys([['mod + K', openSearch]], [], true);

/** The search; its code is loaded when it is first opened. */
export function SearchOnDemand() {
  const { opened } = useSpotlight(searchStore);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  return <Suspense fallback={null}>{wasOpened && <Search />}</Suspense>;
}
