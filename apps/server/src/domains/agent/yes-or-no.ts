import { changeRefusal } from '../../platform/actor.ts';
import { confirmInTurn, dismiss } from './confirm.ts';
import type { ReplyContent } from './conversations.ts';
import type { Dialogue, OpenCard } from './dialogue.ts';
import { confirmLabel } from './format.ts';
import { wordsIn } from './planner/lexicon.ts';
import { splitWords } from './planner/vocabulary.ts';
import { LEAVE_LABEL } from './preview.ts';
import type { Turn } from './turn-scope.ts';

const YES = new Set(splitWords('yes yep yeah yup y sure confirm confirmed affirmative ok okay agreed'));
const YES_PHRASES =
  /^(?:do (?:it|that|so)|go ahead|go for it|please do|that's (?:right|correct|it)|that is (?:right|correct)|correct|looks good|sounds good|(?:yes )?(?:i )?confirm (?:it|that))$/;
const NO_PHRASES =
  /^(?:no|nope|nah|n|no thanks|no thank you|don't|do not|don't do (?:it|that)|do not do (?:it|that)|don't send (?:it|that|them)|never ?mind|forget (?:it|that|about it)|leave (?:it|them)(?: as (?:it is|they are)| alone)?|drop (?:it|that)|scrap (?:it|that)|stop|abort|not now|undo|undo (?:it|that)|take (?:it|that) back|discard(?: it| that)?)$/;
const CANCELS =
  /^(?:cancel|cancel (?:it|that|this|them)|delete (?:it|that)|don't cancel(?: it| that)?|remove (?:it|that))$/;
const DOES: Record<string, RegExp> = {
  schedule_message: /^(?:send|schedule) (?:it|that|them)$/,
  reschedule_message: /^(?:move|reschedule) (?:it|that|them)$/,
  resend_message: /^(?:resend|retry|send) (?:it|that|them)(?: again)?$/,
  edit_message: /^(?:change|edit) (?:it|that|them)$/,
  label_contacts: /^label (?:him|her|them|it)$/,
};
const FILLERS =
  /^(?:(?:yes|yeah|ok|okay|oh|please|well|no)\b[\s,.!]+)+(?=\S)|[\s,.!]+(?:please|thanks|thank you|then|now please)$/g;

/** Whether words only agree to a card or only decline it; null if they say anything else. */
export function yesOrNo(
  words: string,
  { tool, count }: { tool: string; count: number },
): 'yes' | 'no' | 'unclear' | null {
  const lower = words
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/👍/gu, 'yes')
    .replace(/^[\s"“]+|[\s.!?"”]+$/g, '');
  const phrase = wordsIn(words).join(' ');
  if (phrase === wordsIn(LEAVE_LABEL).join(' ')) return 'no';
  if (phrase !== '' && phrase === wordsIn(confirmLabel(tool, count)).join(' ')) return 'yes';
  const core = lower.replace(FILLERS, '');
  const isNew = ['schedule_message', 'create_contact', 'label_contacts'].includes(tool);
  if (CANCELS.test(core)) return isNew ? 'no' : 'unclear';
  if (NO_PHRASES.test(lower) || NO_PHRASES.test(core)) return /^(?:yes|yeah|ok)/.test(lower) ? 'unclear' : 'no';
  const isPlain = (lower.match(/[\p{L}']+/gu) ?? []).every(
    (word) => YES.has(word) || word === 'please' || word === 'thanks',
  );
  if (isPlain && (lower.match(/[\p{L}']+/gu) ?? []).some((word) => YES.has(word))) return 'yes';
  const isDone = YES_PHRASES.test(core) || YES_PHRASES.test(lower) || (DOES[tool]?.test(core) ?? false);
  return isDone ? (/^no\b/.test(lower) ? 'unclear' : 'yes') : null;
}

const isPlainYes = (words: string): boolean => yesOrNo(words, { tool: '', count: 0 }) === 'yes';
const isPlainNo = (words: string): boolean =>
  yesOrNo(words, { tool: '', count: 0 }) === 'no' && /^\W*(?:no|nope|nah|don't|leave|never|forget)\b/i.test(words);

/**
 * Confirms or dismisses the card that words agree to or decline; null if they say anything else. If the card is no
 * longer the latest message or has expired, the caller shows it again.
 */
export async function settleCard(
  turn: Turn,
  { card, question }: Dialogue,
): Promise<Partial<ReplyContent> | { again: OpenCard } | null> {
  const { request: words } = turn;
  if ((question && !question.isOffer) || changeRefusal(turn.actor)) return null;
  if (!card) return isPlainYes(words) || isPlainNo(words) ? { content: 'There is nothing to confirm.' } : null;
  const answer = yesOrNo(words, { tool: card.tool, count: Math.max(card.rows.length, card.calls.length, 1) });
  if (card.isDone && card.isLast) {
    if (answer === 'yes' && isPlainYes(words)) return { content: 'That has been done already.' };
    return isPlainNo(words) && !/undo|take/i.test(words)
      ? { content: 'It has been done. Say “undo” to take it back.' }
      : null;
  }
  if (!card.isOpen || !card.isLast) {
    if (!isPlainYes(words) && !isPlainNo(words)) return null;
    if (isPlainYes(words) && card.calls.length > 0 && !card.isDone)
      return card.isLast || card.isOpen ? { again: card } : { content: 'There is nothing to confirm.' };
    if (isPlainNo(words) && card.isOpen) return dismissCard(turn, card);
    return { content: 'There is nothing to confirm.' };
  }
  if (answer === 'unclear')
    return {
      content: 'Say “yes” to have it done, or “no” to leave everything as it is.',
      context: { question: null, people: [], leavesCard: true },
    };
  if (answer === 'no') return dismissCard(turn, card);
  return answer === 'yes' ? confirmInTurn(turn, card.id) : null;
}

async function dismissCard({ deps, actor }: Turn, { id }: OpenCard): Promise<Partial<ReplyContent>> {
  await dismiss(deps, actor, { id });
  return { content: 'Left as it is. Nothing was done.' };
}
