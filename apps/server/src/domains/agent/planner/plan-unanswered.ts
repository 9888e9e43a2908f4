import type { Parts, Plan } from './plan-types.ts';
import { CHATS, calls, given } from './read-parts.ts';
import type { Reading } from './reading.ts';
import { rangeOf } from './selection.ts';

const NOT = "hasn't|haven't|didn't|not|never|hasnt|havent|didnt|don't";
const ANSWER =
  'answered|replied|responded|answer|reply|respond|written|back|responding|replying|answering|responses|reply|gotten|got|texted';
/** Who owes whom an answer. */
export function unanswered(parts: Parts, isCount: boolean): Plan | null {
  const { reading } = parts;
  if (reading.all('person').length > 0) return null;
  const waits = takeWaiting(reading);
  if (!waits) return null;
  reading.takeAll(CHATS);
  reading.takeAll(`sent send message messages contacts contact people person customers clients client customer text
    texts last anyone anybody everyone everybody back still groups and or`);
  const groups = reading.takeGroups();
  const range = rangeOf(reading, groups, 'back');
  return calls(
    {
      tool: 'get_chats',
      args: given({
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

function takeWaiting(reading: Reading): { waiting: 'them' | 'us' } | { lastFrom: 'them' } | null {
  if (
    reading.take(
      'unanswered',
      'not answered by me',
      'waiting for my reply|answer|response',
      'waiting on me',
      'waiting for me',
      'waiting for us',
      'owe a reply|answer|response',
      'owe an answer',
      'need|needs|needing my reply|answer|attention|response',
      'need|needs|needing a reply|answer|response',
      'need|needs an answer',
      'waiting for a reply|response|answer',
      'waiting for an answer',
      'open conversations',
      'awaiting my reply|response|answer',
      'awaiting a reply|response|answer',
    )
  )
    return { waiting: 'us' };
  const iNotAnswered = [
    `have i ${NOT.split('|')[3]}`,
    "haven't i",
    'have i not',
    'i have not',
    "i haven't",
    'i still have not',
    'did i not',
    "didn't i",
    'am i yet to',
    'have i yet to',
    'have i still to',
    'do i still have to',
    'do i have to',
    'must i',
    'should i',
    'do i need to',
    'i need to',
    'do i still need to',
    'have we not',
    "haven't we",
    "we haven't",
    'we have not',
    "i didn't",
    'i did not',
  ];
  if (reading.has(...ANSWER.split('|')) && reading.take(...iNotAnswered)) {
    reading.takeAll([...ANSWER.split('|'), 'to', 'still', 'yet']);
    return { waiting: 'us' };
  }
  if (
    !reading.has(...ANSWER.split('|'), 'silent', 'quiet', 'ignored', 'ignoring', 'heard', 'wrote', 'messaged', 'write')
  )
    return null;
  if (
    reading.take(
      'ignored me|us',
      'ignoring me|us',
      'silent',
      'quiet',
      'not heard back',
      "haven't heard back",
      "haven't heard",
      'not heard',
      'yet to answer|reply|respond',
      'still to answer|reply|respond',
      'no reply|answer|response',
      'without a reply|answer|response',
      'without an answer',
      'never got back',
      'got no reply|answer|response',
    )
  ) {
    reading.takeAll([...ANSWER.split('|'), 'from', 'gone', 'went', 'sent', 'got', 'get', 'to']);
    return { waiting: 'them' };
  }
  if (
    !reading.has(
      'who',
      'which',
      'whom',
      'anyone',
      'anybody',
      'everyone',
      'people',
      'contacts',
      'customers',
      'clients',
      "who's",
      'whos',
      "who've",
      ...CHATS,
      'list',
      'show',
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
    )
  )
    return null;
  reading.takeAll('wrote written back messaged texted replied to me already');
  return { lastFrom: 'them' };
}
