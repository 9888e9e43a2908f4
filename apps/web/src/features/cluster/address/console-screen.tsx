import type { ComponentType } from 'react';
import { Deferred } from '../../../components/deferred.tsx';
import type { ConsoleSearch } from './console-search.ts';
import type { Address } from './use-screen-state.ts';

/** What is asked of a route whose search is `readConsoleSearch`. */
interface ConsoleRoute {
  useSearch: () => ConsoleSearch;
  useNavigate: () => (to: { search: ConsoleSearch; replace: boolean; resetScroll: false }) => Promise<void>;
}

/** Draws a screen of the console in a step of its own and hands it its route's address; the page stays where it is scrolled to when that changes. */
export function ConsoleScreen({
  route,
  page: Page,
}: {
  route: ConsoleRoute;
  page: ComponentType<{ address: Address }>;
}) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch: Address['onSearch'] = (next, replace) => void navigate({ search: next, replace, resetScroll: false });
  return (
    <Deferred>
      <Page address={{ search, onSearch }} />
    </Deferred>
  );
}
