import { useQueryClient } from '@tanstack/react-query';
import { useContext, useRef } from 'react';
import { invalidatePart } from '../../lib/api/invalidate.ts';
import { useLiveEvents } from '../../lib/live/live-provider.tsx';
import { FeaturesContext, type LiveRefresh } from '../feature.ts';

/** Refetches what is on screen after the live events that its feature names. */
export function FollowChanges() {
  const queries = useQueryClient();
  const features = useContext(FeaturesContext);
  const waiting = useRef(new Set<LiveRefresh>());
  useLiveEvents(({ type }) => {
    for (const refresh of features.flatMap(({ live }) => live ?? [])) {
      const { read, after, everyMs = 0 } = refresh;
      if (!after.includes(type) || waiting.current.has(refresh)) continue;
      waiting.current.add(refresh);
      setTimeout(() => {
        waiting.current.delete(refresh);
        void invalidatePart(queries, read);
      }, everyMs);
    }
  });
  return null;
}
