import { useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';

/** Keeps the bots and conversations on the screen current. */
export function useLiveBots(): void {
  const queries = useQueryClient();
  useLiveEvents((event) => {
    if (event.type === 'bots.changed' || event.type === 'bot-sessions.changed') {
      void queries.invalidateQueries({ queryKey: apiQuery.bots.key() });
    }
  });
}
