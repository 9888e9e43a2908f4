import { type ConsoleSearch, readConsoleSearch } from './console-search.ts';

export const CONSOLE_SCREENS = ['/cluster-optimizer', '/k8s-analyzer', '/k8s-analyzer-nodes'] as const;
export type ConsoleScreen = (typeof CONSOLE_SCREENS)[number];

/** The console screen from which a page was opened, with its filters; null for any other address. */
export function consoleOrigin(
  from: string | undefined,
  parseSearch: (query: string) => Record<string, unknown>,
): { screen: ConsoleScreen; search: ConsoleSearch } | null {
  const [path, query = ''] = (from ?? '').split(/\?(.*)/s);
  const screen = CONSOLE_SCREENS.find((choice) => choice === path);
  return screen ? { screen, search: readConsoleSearch(parseSearch(query)) } : null;
}
