import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { LiveProvider } from '../../lib/live/live-provider.tsx';
import { forgetWhoIsSignedIn } from '../../lib/signed-in/signed-in.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { Shell } from './shell.tsx';

/** Everything that the screens behind the sign-in share: queries, live updates, toasts, the shell. */
export function AppFrame() {
  const router = useRouter();
  const me = useMe();
  const [queries] = useState(() =>
    createQueryClient(() => {
      forgetWhoIsSignedIn();
      void router.invalidate();
    }),
  );
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider workspaceId={me.workspace._id}>
        <Notifications position="bottom-right" transitionDuration={120} />
        <Shell />
      </LiveProvider>
    </QueryClientProvider>
  );
}
