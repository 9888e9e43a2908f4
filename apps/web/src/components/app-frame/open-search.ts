import { createSpotlight } from '@mantine/spotlight';

/** What {@link Search} draws: whether it is open, and what is sought. */
export const [searchStore, search] = createSpotlight();

/**
 * Opens the search. What is typed from then on is in it, also before it is drawn and has the focus: a hand is quicker
 * than a busy browser.
 */
export function openSearch(): void {
  if (!searchStore.getState().opened) sought('');
  search.open();
  addEventListener('keydown', keepTyped, { capture: true });
}

function keepTyped(event: KeyboardEvent): void {
  const isInSearch = event.target instanceof Element && event.target.closest('[role="dialog"] input') !== null;
  if (isInSearch || !searchStore.getState().opened) {
    removeEventListener('keydown', keepTyped, { capture: true });
    return;
  }
  if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  sought(searchStore.getState().query + event.key);
}

const sought = (query: string): void => searchStore.setState({ ...searchStore.getState(), query });
