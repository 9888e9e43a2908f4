import { eventKind } from '../../platform/events.ts';

/** Something of a knowledge base was changed: what is in it, what is found in it, or what was asked of it. */
export const knowledgeChanged = eventKind<string>('knowledge.changed', {
  tell: (baseIds) => [...new Set(baseIds)].map((knowledgeBaseId) => ({ type: 'knowledge.changed', knowledgeBaseId })),
});
