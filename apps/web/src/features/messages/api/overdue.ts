import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidateMessages } from './messages.ts';

/** A question for each engine and campaign: more than these few, and the rest come up as they are answered. */
const MAX_QUESTIONS = 50;

/** What the workspace is asked about messages that became late while nothing could send them. */
export const overdueQuestions = () => apiQuery.messages.overdue.queryOptions({ input: { limit: MAX_QUESTIONS } });

/** Says whether overdue messages still go out. */
export function useAnswerOverdue() {
  const queries = useQueryClient();
  return useMutation(
    apiQuery.messages.answerOverdue.mutationOptions({ onSettled: () => void invalidateMessages(queries) }),
  );
}
