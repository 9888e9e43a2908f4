export { createBase } from './change-base.ts';
export { knowledgeDomain } from './knowledge.domain.ts';
export { basesThere } from './knowledge.queries.ts';
export { hasVectors } from './meaning/meaning-of-question.ts';
export { dueVectors } from './meaning/prepare-meaning.ts';
export { askKnowledge, type KnowledgeFound, type KnowledgeSearch, searchKnowledge } from './search/search-knowledge.ts';
export { recordUnknownQuestion } from './unknown-questions.ts';
export { addEntry } from './write-entry.ts';
