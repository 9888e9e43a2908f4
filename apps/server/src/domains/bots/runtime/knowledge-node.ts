import type { DomainEvent } from '../../../platform/events.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { hasVectors, type KnowledgeFound, recordUnknownQuestion, searchKnowledge } from '../../knowledge/index.ts';
import type { Execution } from './execution.ts';
import type { NodeHandler } from './transition.ts';

/** Maximum length of an answer; anything longer doesn't suit a chat. */
const MAX_SAID_LENGTH = 1_500;
const PASSAGES = 3;
/** Time-out for embedding the question; without an embedding, the search uses words alone. */
const CALL_SECONDS = 10;

type KnowledgeNode = Parameters<NodeHandler<'knowledge'>['enter']>[1];

/** Sends the row, sentences or paragraph that answers the question, or takes the branch for no answer. */
export const knowledge: NodeHandler<'knowledge'> = {
  async enter(execution, node) {
    const question = await questionOf(execution, node);
    const { knowledgeBaseIds } = node;
    if (await hasVectors(execution.tx, knowledgeBaseIds)) {
      return { call: { knowledgeBaseIds, question, limit: PASSAGES, timeoutSeconds: CALL_SECONDS } };
    }
    return sendAnswer(execution, node, question, await searchByWords(execution, node, question));
  },
  async wake(execution, node, cause) {
    const { wait } = execution.state;
    // The question that was asked: another message may have arrived since.
    const question =
      wait?.kind === 'call' && 'question' in wait.request ? wait.request.question : await questionOf(execution, node);
    const found =
      cause.kind === 'called' && cause.answer.ok
        ? (cause.answer.value as unknown as KnowledgeFound)
        : await searchByWords(execution, node, question);
    return sendAnswer(execution, node, question, found);
  },
};

const questionOf = async (execution: Execution, { question }: KnowledgeNode): Promise<string> =>
  question.trim() === '' ? execution.state.lastText : execution.fill(question);

const searchByWords = (execution: Execution, { knowledgeBaseIds }: KnowledgeNode, question: string) =>
  searchKnowledge(execution.tx, execution.session.workspaceId, { knowledgeBaseIds, question, limit: PASSAGES });

async function sendAnswer(execution: Execution, node: KnowledgeNode, question: string, found: KnowledgeFound) {
  const [best] = found.passages;
  if (!found.isKnown || !best) {
    const [knowledgeBaseId] = node.knowledgeBaseIds;
    if (knowledgeBaseId && !execution.isTest) {
      const noting = recordUnknownQuestion(execution.tx, execution.session.workspaceId, { knowledgeBaseId, question });
      execution.events.push(...(await noting.catch(ignoreMissingBase)));
    }
    execution.botEvents.push({ event: 'knowledge_unknown', node });
    return { go: 'unknown' };
  }
  const where = [best.title, best.heading, best.page === null ? null : `p. ${best.page}`].filter(Boolean).join(', ');
  const text = best.answer.length > MAX_SAID_LENGTH ? `${best.answer.slice(0, MAX_SAID_LENGTH)}…` : best.answer;
  if (node.isSaid) await execution.sendMessage(node, `${text}\n\n(${where})`, { isFilled: true });
  const sources = found.passages.map(({ id }) => id);
  execution.botEvents.push({
    event: 'knowledge_answered',
    node,
    details: { sources },
    values: execution.setVariable(node.saveAs, text),
  });
  return { go: 'answered' };
}

/** A deleted knowledge base has no answers, and its questions are not recorded. */
function ignoreMissingBase(error: unknown): DomainEvent[] {
  if (error instanceof Refusal) return [];
  throw error;
}
