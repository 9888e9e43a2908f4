import { useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { invalidateEngines } from './engines.ts';

/** Keeps the engines on the screen current. */
export function useLiveEngines(): void {
  const queries = useQueryClient();
  useLiveEvents((event) => {
    if (event.type === 'engines.stale') void invalidateEngines(queries);
  });
}
