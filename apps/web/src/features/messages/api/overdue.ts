import { apiQuery } from '../../../lib/api/client.ts';

/** A question for each engine and campaign: more than these few, and the rest come up as they are answered. */
const MAX_QUESTIONS = 50;

/** What the workspace is asked about messages that became late while nothing could send them. */
export const overdueQuestions = () => apiQuery.messages.overdue.queryOptions({ input: { limit: MAX_QUESTIONS } });
