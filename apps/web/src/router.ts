import { createRouter } from '@tanstack/react-router';
import { ScreenError } from './components/screen-error.tsx';
import { routeTree } from './routeTree.gen.ts';

const PENDING_AFTER_MS = 400;

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: PENDING_AFTER_MS,
  // The pending screen gives way at once: there is no flash that a longer wait would prevent.
  defaultPendingMinMs: 0,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
