import '@mantine/spotlight/styles.layer.css';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { Shell } from './shell.tsx';
import { SignedInProviders } from './signed-in-providers.tsx';

/** Everything that the screens behind the sign-in share: queries, live updates, toasts, the shell. */
export function AppFrame() {
  return (
    <SignedInProviders me={useMe()}>
      <Shell />
    </SignedInProviders>
  );
}
