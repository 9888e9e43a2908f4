import { apiQuery } from '../../../lib/api/client.ts';

/** There is one question per engine and campaign. Questions beyond this limit appear as earlier ones are answered. */
const MAX_QUESTIONS = 50;

/** Questions about messages that became late during an outage. */
export const overdueQuestions = () => apiQuery.messages.overdue.queryOptions({ input: { limit: MAX_QUESTIONS } });
