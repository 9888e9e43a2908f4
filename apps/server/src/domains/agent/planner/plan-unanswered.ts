import type { Deps, Plan } from './plan-types.ts';
import { CHATS, definedArgs, planCalls } from './read-parts.ts';
import { rangeOf } from './selection.ts';
import type { TokenReader } from './token-reader.ts';

const NOT = "hasn't|haven't|didn't|not|never|hasnt|havent|didnt|don't";
const ANSWER =
  'answered|replied|responded|answer|reply|respond|written|back|responding|replying|answering|responses|reply|gotten|got|texted';
/** Who is waiting for a reply, on either side. */
export function planUnanswered(deps: Deps, isCount: boolean): Plan | null {
  const { reading } = deps;
  if (reading.all('person').length > 0) return null;
  const waits = takeWaiting(reading);
  if (!waits) return null;
  reading.takeAll(CHATS);
  reading.takeAll(`sent send message messages contacts contact people person customers clients client customer text
    reminder reminders patients students parents members guests staff employees texts last anyone anybody everyone everybody back still groups and or`);
  const groups = reading.takeGroups();
  const range = rangeOf(reading, groups, 'back');
  return planCalls(
    {
      tool: 'get_chats',
      args: definedArgs({
        ...waits,
        ...(range.from ? { since: range.from } : {}),
        ...(range.to && groups.length > 0 && !groups.some(({ preposition }) => preposition === 'since')
          ? { until: range.to }
          : {}),
      }),
    },
    isCount ? 'count' : 'list',
  );
}

function takeWaiting(reading: TokenReader): { waiting: 'them' | 'us' } | { lastFrom: 'them' } | null {
  if (
    reading.take(
      'owe|owes|owing me|us a|an answer|reply|response',
      'owe|owes|owing me|us',
      'ghosting|ghosted me|us',
      'ghosting|ghosted',
    )
  ) {
    reading.takeAll([...ANSWER.split('|'), 'still', 'answer', 'like', 'who', 'never', 'from']);
    return { waiting: 'them' };
  }
  if (
    reading.take(
      'unanswered',
      'not answered by me',
      'waiting for my reply|answer|response',
      'waiting for a|an reply|answer|response',
      'waiting on|for me|us',
      'owe a|an reply|answer|response',
      'need|needs|needing my|a|an reply|answer|attention|response',
      'open conversations',
      'awaiting my|a reply|response|answer',
    )
  )
    return { waiting: 'us' };
  const iNotAnswered = [
    "haven't|didn't i|we",
    "i|we haven't|didn't",
    'have|did i|we not|never|havent',
    'i|we still have|did not',
    'i|we have|did not',
    'am i supposed to',
    'am i yet to',
    'have i yet|still to',
    'do i still have|need to',
    'do i have|need to',
    'must|should i',
    'i need to',
  ];
  if (reading.has(...ANSWER.split('|')) && reading.take(...iNotAnswered)) {
    reading.takeAll([...ANSWER.split('|'), 'to', 'still', 'yet']);
    return { waiting: 'us' };
  }
  if (
    !/\bsent (?:me|us)\b/i.test(reading.request) &&
    !reading.has(
      ...ANSWER.split('|'),
      'waiting',
      'silent',
      'quiet',
      'ignored',
      'ignoring',
      'heard',
      'wrote',
      'messaged',
      'write',
    )
  )
    return null;
  if (
    reading.take(
      'ignored|ignoring me|us',
      'needs|has|have|still to answer|reply|respond',
      'am|are i|we still waiting on|for',
      'am|are i|we waiting on|for',
      "i|we|i'm|we're waiting on|for",
      'silent',
      'quiet',
      "not|haven't heard back",
      "not|haven't heard",
      'yet|still to answer|reply|respond',
      'no reply|answer|response|word|replies|answers',
      'without a|an reply|answer|response',
      'never got back',
      'got no reply|answer|response',
    )
  ) {
    reading.takeAll([...ANSWER.split('|'), 'from', 'gone', 'went', 'sent', 'got', 'get', 'to']);
    return { waiting: 'them' };
  }
  if (
    !reading.has(
      ...CHATS,
      "who which whom anyone anybody everyone people contacts customers clients who's whos who've list show",
    )
  )
    return null;
  if (reading.take(NOT)) {
    reading.takeAll([...ANSWER.split('|'), 'to', 'written', 'wrote', 'write', 'messaged', 'heard', 'has', 'yet']);
    return { waiting: 'them' };
  }
  if (
    !reading.take(
      'answered|replied|responded|wrote|messaged|texted',
      'has written',
      'have written',
      'written to me',
      'got back',
      'sent me|us',
      'anyone|anybody|someone|somebody|they write|text|message|reply|answer|respond',
    )
  )
    return null;
  reading.takeAll('wrote written back messaged texted replied to me already');
  return { lastFrom: 'them' };
}
