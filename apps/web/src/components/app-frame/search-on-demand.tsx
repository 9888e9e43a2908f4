import { useHotkeys } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { lazy, Suspense, useState } from 'react';
import { openSearch, searchStore } from './open-search.ts';

const Search = lazy(() => import('./search.tsx'));

/** Ctrl+K opens the search, from within a field too. Apart from it: a key pressed before it is there is kept. */
export const useSearchKey = () => useHotkeys([['mod + K', openSearch]], [], true);

/** The search, whose code comes when it is first opened. */
export function SearchOnDemand() {
  const { opened } = useSpotlight(searchStore);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  return <Suspense fallback={null}>{wasOpened && <Search />}</Suspense>;
}
