import { defineEvent } from '../../platform/events.ts';

/** A knowledge base changed: its contents, its passages or its unanswered questions. */
export const knowledgeChanged = defineEvent<string>('knowledge.changed', (baseIds) =>
  [...new Set(baseIds)].map((knowledgeBaseId) => ({ type: 'knowledge.changed', knowledgeBaseId })),
);
