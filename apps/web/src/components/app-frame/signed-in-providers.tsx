import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import type { Me } from '@switchyard/contracts/accounts/operations';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import '../../lib/api/sentence-texts.ts';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { chooseClock } from '../../lib/format/clock.ts';
import { applyLanguage, chosenLanguage } from '../../lib/i18n/language.ts';
import { LiveProvider, useLiveEvents } from '../../lib/live/live-provider.tsx';
import { useRefreshMe } from '../../lib/signed-in/use-refresh-me.ts';
import { Deferred } from '../deferred.tsx';
import { type Feature, FeaturesContext } from '../feature.ts';
import { FollowChanges } from './follow-changes.tsx';

/**
 * What every screen behind the sign-in needs, with or without the shell: queries, live updates, toasts, and what the
 * features bring.
 */
export function SignedInProviders(props: { me: Me; features: readonly Feature[]; children: ReactNode }) {
  const refreshMe = useRefreshMe();
  const workspaceId = props.me.workspace._id;
  // Data of one workspace must never show in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one per workspace
  const queries = useMemo(() => createQueryClient(() => void refreshMe()), [workspaceId]);
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider workspaceId={workspaceId}>
        <FollowWorkspace />
        <FollowLanguage of={props.me} />
        <FollowClock of={props.me} />
        <Deferred fallback={null}>
          <Notifications position="bottom-right" transitionDuration={120} />
        </Deferred>
        <FeaturesContext value={props.features}>
          <FollowChanges />
          {props.children}
        </FeaturesContext>
      </LiveProvider>
    </QueryClientProvider>
  );
}

/** Applies the user's own language, also in a browser where they have not chosen it. */
function FollowLanguage({ of: me }: { of: Me }) {
  const wanted = me.supportMode ? null : me.language;
  useEffect(() => {
    if (wanted && wanted !== chosenLanguage()) applyLanguage(wanted);
  }, [wanted]);
  return null;
}

/** Does the same for the clock format. */
function FollowClock({ of: me }: { of: Me }) {
  const wanted = me.supportMode ? null : me.times.clock;
  useEffect(() => {
    if (wanted) chooseClock(wanted);
  }, [wanted]);
  return null;
}

/** Refetches the current user when the workspace is renamed or its members change: the user may have been removed. */
function FollowWorkspace() {
  const refreshMe = useRefreshMe();
  useLiveEvents((event) => {
    if (event.type === 'workspace.changed') void refreshMe();
  });
  return null;
}
