import type { Domain } from '../../platform/domain.ts';
import { startVectorWork } from './embeddings/vector-work.ts';
import { knowledgeRouter } from './knowledge.routes.ts';
import { knowledgeTools } from './knowledge.tools.ts';
import { startReadings } from './reading/reading-jobs.ts';

export { createBase } from './change-base.ts';
export { hasVectors } from './embeddings/meaning-of-question.ts';
export { scheduleVectors } from './embeddings/prepare-meaning.ts';
export { type EntryRow, existingBases } from './knowledge.queries.ts';
export { askKnowledge, type KnowledgeFound, type KnowledgeSearch, searchKnowledge } from './search/search-knowledge.ts';
export { recordUnknownQuestion } from './unknown-questions.ts';
export { addEntry } from './write-entry.ts';

/** Knowledge bases that a workspace's bots answer from: documents and entries, split into passages and searched. */
export const knowledgeDomain: Domain = {
  name: 'knowledge',
  routers: { knowledge: knowledgeRouter },
  tools: knowledgeTools,
  keepsFiles: ['exists (select from knowledge_documents d where d.file_id = f.id)'],
  async work(platform) {
    const workers = [await startReadings(platform), await startVectorWork(platform)];
    return {
      async stop() {
        await Promise.all(workers.map((work) => work.stop()));
      },
    };
  },
};
