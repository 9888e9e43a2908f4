import { createSpotlight } from '@mantine/spotlight';

/** State of {@link Search}: whether it is open, and its query. */
export const [searchStore, search] = createSpotlight();

/**
 * Opens the search. Keys typed from now on go into it, even before it is rendered and focused: people type faster than
 * a busy browser renders.
 */
export function openSearch(): void {
  if (!searchStore.getState().opened) setQuery('');
  search.open();
  addEventListener('keydown', captureTyping, { capture: true });
}

function captureTyping(event: KeyboardEvent): void {
  const isInSearch = event.target instanceof Element && event.target.closest('[role="dialog"] input') !== null;
  if (isInSearch || !searchStore.getState().opened) {
    removeEventListener('keydown', captureTyping, { capture: true });
    return;
  }
  if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  setQuery(searchStore.getState().query + event.key);
}

const setQuery = (query: string): void => searchStore.setState({ ...searchStore.getState(), query });
