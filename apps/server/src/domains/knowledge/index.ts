export { knowledgeDomain } from './knowledge.domain.ts';
export { type KnowledgeFound, type KnowledgeSearch, searchKnowledge } from './search/search-knowledge.ts';
export { noteUnknownQuestion } from './unknown-questions.ts';
