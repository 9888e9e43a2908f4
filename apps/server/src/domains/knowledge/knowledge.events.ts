import { defineEvent } from '../../platform/events.ts';

/** Something of a knowledge base was changed: what is in it, what is found in it, or what was asked of it. */
export const knowledgeChanged = defineEvent<string>('knowledge.changed', (baseIds) =>
  [...new Set(baseIds)].map((knowledgeBaseId) => ({ type: 'knowledge.changed', knowledgeBaseId })),
);
