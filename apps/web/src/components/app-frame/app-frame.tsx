import '@mantine/spotlight/styles.layer.css';
import { useMe } from '../../lib/signed-in/use-me.ts';
import type { Feature } from '../feature.ts';
import { Shell } from './shell.tsx';
import { SignedInProviders } from './signed-in-providers.tsx';

/** Everything that the screens behind the sign-in share: queries, live updates, toasts, the shell. */
export function AppFrame({ features }: { features: readonly Feature[] }) {
  return (
    <SignedInProviders me={useMe()} features={features}>
      <Shell />
    </SignedInProviders>
  );
}
