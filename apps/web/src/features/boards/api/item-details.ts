import { useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';

const { boards } = apiQuery;
const COMMENTS_PER_PAGE = 20;

export const detailsOf = (id: string) => boards.details.queryOptions({ input: { id } });
export const commentsOf = (id: string) =>
  boards.comments.infiniteOptions({
    input: (skip: number) => ({ id, limit: COMMENTS_PER_PAGE, skip }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && shown < last.total ? shown : undefined;
    },
  });

/** Mutations of an item's details other than its cells. */
export function useItemChanges() {
  const checks = { meta: { rereads: [boards.details.key()] } };
  const comments = { meta: { rereads: [boards.comments.key()] } };
  return {
    setPlan: useMutation(boards.setPlan.mutationOptions(checks)),
    addDependency: useMutation(boards.addDependency.mutationOptions()),
    removeDependency: useMutation(boards.removeDependency.mutationOptions()),
    scheduleMessage: useMutation(boards.scheduleMessage.mutationOptions(checks)),
    addCheck: useMutation(boards.addCheck.mutationOptions(checks)),
    changeCheck: useMutation(boards.changeCheck.mutationOptions(checks)),
    removeCheck: useMutation(boards.removeCheck.mutationOptions(checks)),
    addComment: useMutation(boards.addComment.mutationOptions(comments)),
    removeComment: useMutation(boards.removeComment.mutationOptions(comments)),
  };
}
