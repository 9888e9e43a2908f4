import '@mantine/spotlight/styles.layer.css';
import { Outlet } from '@tanstack/react-router';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { Deferred } from '../deferred.tsx';
import { type Feature, FeaturesContext } from '../feature.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell.tsx';
import { SignedInProviders } from './signed-in-providers.tsx';

/** Everything that the screens behind the sign-in share: queries, live updates, toasts, the shell. */
export function AppFrame({ features }: { features: readonly Feature[] }) {
  const me = useMe();
  return (
    <SignedInProviders me={me} features={features}>
      <Shell me={me}>
        {/* The skeleton stays until the screen is rendered in steps: rendering frame and screen together would block a
            slow machine. */}
        <Deferred fallback={<PageSkeleton />}>
          <Outlet />
        </Deferred>
      </Shell>
    </SignedInProviders>
  );
}

/** The frame while the user is unknown or the screen's code is loading: what depends on neither is already in place. */
export function WaitingFrame({ features }: { features: readonly Feature[] }) {
  return (
    <FeaturesContext value={features}>
      <Shell me={null}>
        <PageSkeleton />
      </Shell>
    </FeaturesContext>
  );
}
