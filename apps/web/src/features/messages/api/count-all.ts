import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { filtersOf, type MessagesSearch } from '../list-search.ts';

/** Counts all messages that match the page's filters, including when the list reports only a lower bound. */
export function useCountAll() {
  return useMutation({
    mutationFn: async (search: MessagesSearch) => {
      const { total } = await api.messages.list({ ...filtersOf(search), limit: 1, exactTotal: 'true' });
      return total;
    },
  });
}
