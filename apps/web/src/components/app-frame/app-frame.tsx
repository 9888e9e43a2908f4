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
        {/* What waited stays until the screen is drawn, in steps: frame and screen in one would hold a slow machine for long. */}
        <Deferred instead={<PageSkeleton />}>
          <Outlet />
        </Deferred>
      </Shell>
    </SignedInProviders>
  );
}

/**
 * The same frame while it is not known yet who is signed in, or the screen's code is on its way: all that depends on
 * neither stands where it stays.
 */
export function WaitingFrame({ features }: { features: readonly Feature[] }) {
  return (
    <FeaturesContext value={features}>
      <Shell me={null}>
        <PageSkeleton />
      </Shell>
    </FeaturesContext>
  );
}
