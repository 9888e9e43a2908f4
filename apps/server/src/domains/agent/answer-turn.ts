import { ModelError } from '../../platform/models/model-error.ts';
import { answerByRules } from './answer.ts';
import { retire } from './confirm.ts';
import type { ReplyContent } from './conversations.ts';
import { readDialogue } from './dialogue.ts';
import { answerByModel } from './model-turn.ts';
import { creditShortage, modelFor, spend } from './models.ts';
import { correctionIn } from './planner/corrections.ts';
import type { Turn } from './turn-scope.ts';
import { settleCard } from './yes-or-no.ts';

/**
 * Answers a request with a language model if one calls tools and there are credits for it; otherwise, or if the model
 * fails, with the planner.
 */
export async function answerTurn(turn: Turn): Promise<Partial<ReplyContent>> {
  const { deps, actor } = turn;
  const { db, log } = deps;
  const chosen = await modelFor(deps, actor.workspaceId);
  if (!chosen) return answerByRules(turn);
  const dialogue = await readDialogue(db, actor, turn);
  const hasOpenCard = dialogue.card?.isOpen === true && dialogue.card.isLast;
  const settled = hasOpenCard ? await settleCard(turn, dialogue) : null;
  if (settled && !('again' in settled)) return settled;
  // Whatever the model makes of it, the open card is not what the person wants.
  if (dialogue.card?.isOpen && correctionIn(turn.request).isFirm) await retire(db, actor, dialogue.card.id);
  const reason = await creditShortage(db, actor, turn.messageId);
  if (reason) return answerByRulesInstead(turn, reason);
  const usage = { input: 0, output: 0 };
  try {
    return await answerByModel(turn, chosen.endpoint, chosen.sendsChats, usage).finally(() =>
      // Failed and stopped turns are charged too: the model has answered.
      spend(db, actor, turn.conversationId, usage).catch((error: unknown) =>
        log.warn({ err: error }, 'the cost of a model’s answer could not be recorded'),
      ),
    );
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log.warn({ kind: error.kind, err: error.cause }, 'a language model failed');
    // Once the model has acted, the planner must not repeat the request.
    if (turn.done.length > 0) return { content: [...turn.done, error.message].join('\n') };
    return answerByRulesInstead(turn, `${error.message} I answered by rules instead.`);
  }
}

async function answerByRulesInstead(turn: Turn, why: string): Promise<Partial<ReplyContent>> {
  const reply = await answerByRules(turn);
  return { ...reply, content: `${why}\n${reply.content ?? ''}` };
}
