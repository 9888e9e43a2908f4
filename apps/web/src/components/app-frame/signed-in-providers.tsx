import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import type { Me } from '@switchyard/contracts/accounts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { LiveProvider } from '../../lib/live/live-provider.tsx';
import { forgetWhoIsSignedIn } from '../../lib/signed-in/signed-in.ts';
import { type Feature, FeaturesContext } from '../feature.ts';

/** What every screen behind the sign-in needs, in the shell or alone: queries, live updates, toasts, what the features bring. */
export function SignedInProviders(props: { me: Me; features: readonly Feature[]; children: ReactNode }) {
  const router = useRouter();
  const [queries] = useState(() =>
    createQueryClient(() => {
      forgetWhoIsSignedIn();
      void router.invalidate();
    }),
  );
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider workspaceId={props.me.workspace._id}>
        <Notifications position="bottom-right" transitionDuration={120} />
        <FeaturesContext value={props.features}>{props.children}</FeaturesContext>
      </LiveProvider>
    </QueryClientProvider>
  );
}
