import type { AnyRoute } from '@tanstack/react-router';
import { withTexts } from './texts-on-demand.ts';

const PARTS = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent'] as const;
type Preloads = { preload?: () => Promise<unknown> };

/** A screen's part counts as loaded when its texts in the chosen language are, too. */
export function waitForTexts(routes: Iterable<AnyRoute>): void {
  for (const { options } of routes) {
    for (const name of PARTS) {
      const part = options[name] as Preloads | null | undefined;
      const preload = part?.preload;
      if (!part || !preload) continue;
      let whole: Promise<unknown> | null = null;
      // The router's own part takes its `preload` away as soon as the code is there.
      Object.defineProperty(part, 'preload', {
        get: () => () => {
          whole ??= withTexts(preload());
          return whole;
        },
        set: () => undefined,
      });
    }
  }
}
