import type { Domain } from '../../platform/domain.ts';
import { keepFilesWhere } from '../messages/index.ts';
import { knowledgeRouter } from './knowledge.routes.ts';
import { knowledgeTools } from './knowledge.tools.ts';
import { workVectors } from './meaning/vector-work.ts';
import { workReadings } from './reading/reading-jobs.ts';

keepFilesWhere('exists (select from knowledge_documents d where d.file_id = f.id)');

/** What a workspace's bots answer from: documents and entries, cut into passages and searched. */
export const knowledgeDomain: Domain = {
  name: 'knowledge',
  routers: { knowledge: knowledgeRouter },
  tools: knowledgeTools,
  async work(platform) {
    const works = [await workReadings(platform), await workVectors(platform)];
    return {
      async stop() {
        await Promise.all(works.map((work) => work.stop()));
      },
    };
  },
};
