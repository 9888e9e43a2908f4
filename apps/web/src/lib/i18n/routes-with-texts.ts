import type { AnyRoute } from '@tanstack/react-router';
import { withTexts } from './texts-on-demand.ts';

const PARTS = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent'] as const;
type Preloads = { preload?: () => Promise<unknown> };

/** Makes a route's code count as loaded only once its texts in the chosen language are. */
export function waitForTexts(routes: Iterable<AnyRoute>): void {
  for (const { options } of routes) {
    for (const name of PARTS) {
      const part = options[name] as Preloads | null | undefined;
      const preload = part?.preload;
      if (!part || !preload) continue;
      let withTextsLoaded: Promise<unknown> | null = null;
      // The router removes its component's `preload` as soon as the code has loaded.
      Object.defineProperty(part, 'preload', {
        get: () => () => {
          withTextsLoaded ??= withTexts(preload());
          return withTextsLoaded;
        },
        set: () => undefined,
      });
    }
  }
}
