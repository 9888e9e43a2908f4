import { keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { type ContactsSearch, listInput } from '../list-search.ts';

/** Labels and lists that a menu can hold. */
const MAX_IN_MENU = 1000;

/** One page of contacts; the page before stays on the screen while the next one loads. */
export const contactsPage = (search: ContactsSearch) =>
  apiQuery.contacts.list.queryOptions({ input: listInput(search), placeholderData: keepPreviousData });

export const labelsQuery = () => apiQuery.labels.list.queryOptions({ input: { limit: MAX_IN_MENU } });
export const optOutsPage = (input: { limit: number; skip: number; search?: string }) =>
  apiQuery.suppression.list.queryOptions({ input, placeholderData: keepPreviousData });
export const listsQuery = () => apiQuery.lists.list.queryOptions({ input: { limit: MAX_IN_MENU } });

/** Reads again whatever of the address book is on the screen. */
export function invalidateContacts(queries: QueryClient): Promise<void> {
  return Promise.all(
    [apiQuery.contacts, apiQuery.labels, apiQuery.lists, apiQuery.suppression].map((of) =>
      queries.invalidateQueries({ queryKey: of.key() }),
    ),
  ).then(() => undefined);
}

/** Keeps the address book on the screen current. */
export function useLiveContacts(): void {
  const queries = useQueryClient();
  useLiveEvents((event) => {
    if (event.type === 'contacts.stale') void invalidateContacts(queries);
  });
}

const useSettled = () => {
  const queries = useQueryClient();
  return { onSettled: () => invalidateContacts(queries) };
};

export const useCreateContact = () => useMutation(apiQuery.contacts.create.mutationOptions(useSettled()));
export const useUpdateContact = () => useMutation(apiQuery.contacts.update.mutationOptions(useSettled()));
export const useRemoveContacts = () => useMutation(apiQuery.contacts.remove.mutationOptions(useSettled()));
export const useLabelContacts = () => useMutation(apiQuery.contacts.label.mutationOptions(useSettled()));
export const useGatherContacts = () => useMutation(apiQuery.contacts.gather.mutationOptions(useSettled()));
export const useMergeContacts = () => useMutation(apiQuery.contacts.merge.mutationOptions(useSettled()));
export const useAddOptOut = () => useMutation(apiQuery.suppression.add.mutationOptions(useSettled()));
export const useRemoveOptOut = () => useMutation(apiQuery.suppression.remove.mutationOptions(useSettled()));

/** What can be done with labels, or with lists. */
export function useCollection(noun: 'labels' | 'lists') {
  const settled = useSettled();
  return {
    create: useMutation(apiQuery[noun].create.mutationOptions(settled)),
    update: useMutation(apiQuery[noun].update.mutationOptions(settled)),
    remove: useMutation(apiQuery[noun].remove.mutationOptions(settled)),
  };
}
