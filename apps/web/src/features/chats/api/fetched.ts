import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateChats } from './chats.ts';

/** The chats read anew, since something of them has come. */
function useFreshChats(): () => void {
  const queries = useQueryClient();
  return () => invalidateChats(queries);
}

/** Has the engine bring the file of a message; the chat shows it then. */
export function useFetchFile() {
  const onSuccess = useFreshChats();
  return useMutation(apiQuery.chats.fetchFile.mutationOptions({ onSuccess }));
}

/** Has the engine bring the picture of a person or group. */
export function useFetchPicture() {
  const onSuccess = useFreshChats();
  return useMutation(apiQuery.chats.picture.mutationOptions({ onSuccess }));
}

const MEMBERS_FRESH_MS = 30_000;

/** Who is in a group; asked of the running engine, so not again at every look. */
export const groupMembers = (id: string, chat: string) =>
  queryOptions({
    ...apiQuery.chats.groupInfo.queryOptions({ input: { id, chat } }),
    staleTime: MEMBERS_FRESH_MS,
    retry: false,
  });
