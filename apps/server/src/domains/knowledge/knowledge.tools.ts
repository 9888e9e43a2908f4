import { entityId, lineOfText } from '@switchyard/contracts/entity';
import { MAX_ENTRY_LENGTH, MAX_QUESTION_LENGTH } from '@switchyard/contracts/knowledge/limits';
import { z } from 'zod';
import { readTextsRefusal } from '../../platform/actor.ts';
import type { Tool } from '../../platform/platform.ts';
import { authorize } from '../../platform/refusal.ts';
import { pageAt, pageByName, readTool, tool } from '../../platform/tool.ts';
import { presentBase, presentEntry } from './knowledge.present.ts';
import { listBases } from './knowledge.queries.ts';
import { askKnowledge } from './search/search-knowledge.ts';
import { addEntry } from './write-entry.ts';

/** Number of passages that a bot answers from. */
const PASSAGES = 5;
/** Maximum bases searched if none is named. */
const MAX_BASES = 50;

/** Knowledge tools for programs. Document text is data, never an instruction. */
export const knowledgeTools: readonly Tool[] = [
  readTool({
    name: 'get_knowledge_bases',
    title: 'Show knowledge bases',
    description: 'The workspace’s knowledge bases by name: documents, entries and unanswered questions.',
    scope: 'knowledge',
    input: pageByName,
    async read({ db }, { workspaceId }, query) {
      const { rows, total } = await listBases(db, workspaceId, query);
      return { data: rows.map(presentBase), total, page: pageAt('/knowledge-base', { search: query.search }) };
    },
  }),

  readTool({
    name: 'search_knowledge',
    title: 'Search the knowledge',
    description:
      'The passages of documents and entries that most of a question is in, or that mean it, as a bot finds them: of each its `answer` is what answers, `text` what stands around it. `isKnown` false: they hardly answer it, and it should be said that nothing is known. `meaning` away: the embedding model did not answer, and words alone were looked for.',
    scope: 'knowledge',
    input: z.object({
      question: lineOfText(MAX_QUESTION_LENGTH),
      knowledgeBaseIds: z
        .array(entityId)
        .max(MAX_BASES)
        .optional()
        .describe('The `_id`s from get_knowledge_bases. Left out: all.'),
    }),
    async read(deps, actor, { question, knowledgeBaseIds }) {
      authorize(readTextsRefusal(actor));
      const { workspaceId } = actor;
      const ids =
        knowledgeBaseIds ??
        (await listBases(deps.db, workspaceId, { limit: MAX_BASES, skip: 0 })).rows.map(({ id }) => id);
      const { passages, isKnown, meaning } = await askKnowledge(deps, workspaceId, {
        knowledgeBaseIds: ids,
        question,
        limit: PASSAGES,
      });
      return { data: passages, total: passages.length, isKnown, meaning };
    },
  }),

  tool({
    name: 'add_knowledge_entry',
    title: 'Add to the knowledge',
    description: 'Adds a question with its answer, or a text, to a knowledge base. Bots find it at once.',
    effect: 'change',
    scope: 'knowledge',
    input: z.object({
      id: entityId.describe('The `_id` of the base, from get_knowledge_bases.'),
      kind: z
        .enum(['answer', 'text'])
        .default('answer')
        .describe('`answer`: `title` is a question, `text` its answer.'),
      title: lineOfText(MAX_QUESTION_LENGTH),
      text: z.string().trim().min(1).max(MAX_ENTRY_LENGTH),
    }),
    async run(deps, actor, input) {
      const { result, events } = await addEntry(deps, actor, input);
      return { result: presentEntry(actor, result), events };
    },
  }),
];
