import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { type ContactsSearch, listInput } from '../list-search.ts';

/** One page of contacts. The previous page stays on the screen while the next one loads. */
export const contactsPage = (search: ContactsSearch) =>
  apiQuery.contacts.list.queryOptions({ input: listInput(search), placeholderData: keepPreviousData });

export const optOutsPage = (input: { limit: number; skip: number; search?: string }) =>
  apiQuery.suppression.list.queryOptions({ input, placeholderData: keepPreviousData });

/** Actions on labels or lists. */
export function useCollection(noun: 'labels' | 'lists') {
  return {
    create: useMutation(apiQuery[noun].create.mutationOptions()),
    update: useMutation(apiQuery[noun].update.mutationOptions()),
    remove: useMutation(apiQuery[noun].remove.mutationOptions()),
  };
}
