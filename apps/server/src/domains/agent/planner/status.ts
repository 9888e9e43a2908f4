import type { TokenReader } from './token-reader.ts';
import { splitWords } from './vocabulary.ts';

const STATUS_WORDS = new Map(
  Object.entries({
    pending: 'pending upcoming queued waiting outstanding due planned unsent open',
    sent: 'sent',
    failed: 'failed fail failing failures failure bounced undelivered unsuccessful errors broken',
    cancelled: 'cancelled canceled cancellations',
  }).flatMap(([status, words]) => splitWords(words).map((word): [string, string] => [word, status])),
);
const SENT_PHRASES = [
  'went out|through',
  'have gone out',
  'gone out',
  'been sent',
  'got sent',
  'sent out',
  'did send',
  'did|have i|we send|sent',
  'i|we sent',
  'went to',
  'dispatched',
  'went',
  'have|has gone to',
  'already gone',
  'did go out',
];
const FAILED_PHRASES = [
  "didn't go|make|send|arrive out|through|it",
  "didn't send|arrive",
  'did not go out|through',
  'did not send|arrive',
  'not go out|through',
  'went wrong',
  "haven't been delivered",
  'not been delivered',
  'not delivered',
  "wasn't|weren't delivered",
  'could not be sent|delivered',
  "couldn't be sent|delivered",
  'not arrive',
  'fail to send',
  "didn't|not get delivered|sent|through",
  'not get delivered|sent',
  'never sent|delivered|arrived|went',
];
const PENDING_PHRASES = [
  'going|go|goes out',
  'to be sent',
  'being|get sent',
  'coming|lined up',
  'in the|my queue|pipeline',
  'not sent yet',
  "haven't been sent",
  'not been|yet sent',
  'yet|still|set|about to go',
  "not|hasn't|haven't gone out",
  'be sent',
  'on the schedule',
  'needs|need|has to go|be out|sent',
  'still needs|need|has|have to',
  'what is left',
  "what's|whats|is|anything|still left",
  'left|still to go|send|be out|sent',
  'left|still|yet to send|go|be',
  'to send|go out',
  "hasn't|haven't|not been|gone sent|out",
  "hasn't|haven't|not yet gone|sent",
  "hasn't|haven't gone|sent",
  'remaining',
  'yet to go',
];

/** Takes the words about delivery and read receipts; call it after the failed status, whose words are similar. */
export function takeReceipt(reading: TokenReader): 'delivered' | 'read' | undefined {
  if (
    /\b(?:has|have|had|been|was|were|got|did)\b.*\b(?:read|seen|opened|open)\b/i.test(reading.request) &&
    reading.take('read', 'seen', 'opened', 'open')
  )
    return 'read';
  if (reading.take('read|seen|opened by', 'who read|opened', 'who has read|seen|opened')) return 'read';
  return reading.take('delivered') ? 'delivered' : undefined;
}

/** Takes the words about message status. */
export function takeStatus(reading: TokenReader): string[] {
  const found = new Set<string>();
  if (
    /\b(?:did|have|had|has|got|were|was|been) (?:we|i|already )?\s*(?:cancel|cancell?ed|delete|deleted)\b/i.test(
      reading.request,
    ) &&
    reading.take('cancel', 'delete', 'deleted')
  )
    found.add('cancelled');
  if (reading.take(...FAILED_PHRASES)) found.add('failed');
  if (/\bdid\b/i.test(reading.request) && reading.take('go|get|make out|through|sent|it', 'be sent', 'go'))
    found.add('sent');
  if (reading.take(...PENDING_PHRASES)) found.add('pending');
  if (reading.take(...SENT_PHRASES)) found.add('sent');
  for (const [word, status] of STATUS_WORDS) if (reading.take(word)) found.add(status);
  if (found.size > 1) reading.takeAll(['and', 'or']);
  return [...found];
}
