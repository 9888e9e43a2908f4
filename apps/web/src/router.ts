import { createRouter } from '@tanstack/react-router';
import { ScreenError } from './components/screen-error.tsx';
import { routeTree } from './routeTree.gen.ts';

const PENDING_AFTER_MS = 400;

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: PENDING_AFTER_MS,
  // What waits has the place of what comes: there is no flash to be avoided by waiting longer.
  defaultPendingMinMs: 0,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
