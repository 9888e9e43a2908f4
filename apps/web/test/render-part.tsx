import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { Me } from '@switchyard/contracts/accounts/operations';
import type { LiveEvent } from '@switchyard/contracts/domains';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { FollowChanges } from '../src/components/app-frame/follow-changes.tsx';
import { FeaturesContext } from '../src/components/feature.ts';
import { features } from '../src/features.ts';
import { createQueryClient } from '../src/lib/api/query-client.ts';
import '../src/lib/api/sentence-texts.ts';
import { LiveContext } from '../src/lib/live/live-provider.tsx';
import { theme } from '../src/theme/theme.ts';

const LIVE = { is: 'live' } as const;

/** A user of the free plan in a workspace in Berlin. */
export const ada: Me = {
  _id: '019a0000-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
  picture: null,
  language: null,
  times: { zone: null, clock: null, weekStart: null },
  deleteAfter: null,
  role: 'user',
  workspace: {
    _id: '019a0000-0000-7000-8000-000000000002',
    name: 'Analytical Engines',
    zone: 'Europe/Berlin',
    country: 'DE',
    exampleNumber: '+4915123456789',
    plan: 'free',
    role: 'owner',
    deleteAfter: null,
  },
  workspaces: [{ _id: '019a0000-0000-7000-8000-000000000002', name: 'Analytical Engines', needsTwoFactor: false }],
  allowedEngineCount: 1,
  serverTime: '2026-11-16T09:00:00.000Z',
  supportMode: false,
  supportUntil: null,
};

/**
 * Renders a part of a screen inside everything that surrounds screens behind the sign-in: theme, texts, queries, live
 * events and a router in which every address shows the part. Resolves once it is rendered.
 */
export async function renderPart(part: ReactNode, options: { me?: Partial<Me>; at?: string } = {}) {
  const listeners = new Set<(event: LiveEvent) => void>();
  const live = {
    state: () => LIVE,
    onState: () => () => undefined,
    onEvent: (listener: (event: LiveEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onCatchUp: () => () => undefined,
    retryNow: () => undefined,
    close: () => undefined,
  };
  const queries = createQueryClient(() => undefined);
  queries.setDefaultOptions({ queries: { retry: false } });

  const root = createRootRoute();
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: '_authenticated',
    context: () => ({ me: { ...ada, ...options.me } }),
  });
  const everywhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: () => part });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([everywhere])]),
    history: createMemoryHistory({ initialEntries: [options.at ?? '/here'] }),
  });
  await router.load();

  const rendered = render(
    <DirectionProvider>
      {/* Without variables and classes: they colour nothing here, and computing a style reads them all. */}
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queries}>
          <LiveContext value={live}>
            <Notifications />
            {/* Not the app's own router, which the types expect. */}
            <FeaturesContext value={features}>
              <FollowChanges />
              <RouterProvider router={router as never} />
            </FeaturesContext>
          </LiveContext>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>,
  );
  return {
    ...rendered,
    user: userEvent.setup({ delay: null }),
    router,
    queries,
    /** Publishes a live event of the workspace. */
    tell: (event: LiveEvent) =>
      act(() => {
        for (const listener of listeners) listener(event);
      }),
  };
}
