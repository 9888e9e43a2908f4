import { planOne, requireOnePerson } from './action-parts.ts';
import type { Deps, Plan } from './plan-types.ts';
import { find } from './resolve-when.ts';
import { askFor } from './token-reader.ts';
import { writeEvery } from './write-every.ts';

/** These end a recurring message if a recurrence is named. */
const ENDS = [
  'stop sending|messaging|texting|bugging|pestering|nudging',
  "don't|dont|doesn't want|need",
  'stop',
  'end',
  'discontinue',
  'quit',
  'no more',
  'turn off',
  'switch off',
  'call off',
  'put an end to',
  'cease',
  'no longer needs|need|wants|want',
  'no longer required|needed|wanted|necessary',
  'halt',
  'terminate',
  'get rid of',
];

/** “the daily reminder”: the recurring message, not the messages of certain days. */
const IN_RHYTHM =
  /\b(?:daily|weekly|monthly|yearly|fortnightly|quarterly|recurring) (?:\p{L}+ ){0,2}(?:message|reminder|text|msg|note)\b/iu;

/** Actions on recurring messages, by their words; "stop" comes last, since it is permanent. */
const ACTS: [tool: string, words: string[]][] = [
  [
    'resume_recurring_message',
    ['resume', 'restart', 'continue', 'unpause', 'go on with', 'carry on with', 'start again'],
  ],
  ['pause_recurring_message', ['pause', 'suspend', 'hold', 'put on hold']],
  [
    'stop_recurring_message',
    ['stop', 'cancel', 'end', 'discontinue', 'delete', 'remove', 'no longer send', 'kill', ...ENDS],
  ],
];
const RECURS = ['repeats', 'repeat', 'repeating', 'recurs', 'recurring', 'series', 'recurrence', 'recurrent'];

/** "stop the message that repeats every Monday to the choir"; null if the request is about nothing recurring. */
export function planSeriesChange(deps: Deps): Plan | null {
  const { reading, toE164 } = deps;
  const isCadence = reading.all('when').some(({ part }) => part.is === 'every');
  const isPausing = reading.has('pause', 'resume', 'unpause', 'suspend');
  const isEnding =
    isCadence &&
    (reading.has('message messages reminder reminders text texts msg one ones thing nudge nudges note notes') ||
      reading.has('messaging texting bugging pestering nudging')) &&
    (reading.take(...ENDS) ??
      (IN_RHYTHM.test(reading.request) ? reading.take('cancel', 'delete', 'remove', 'kill', 'scrap') : null)) !== null;
  if (!reading.has(...RECURS) && !(isCadence && isPausing) && !isEnding) return null;
  const act = isEnding ? ACTS.at(-1) : ACTS.find(([, words]) => reading.take(...words) !== null);
  if (!act) return null;
  reading.takeAll(RECURS);
  reading.takeAll(
    'message messages reminder reminders text texts msg that go goes out sent sending send off one ones nudge nudges note notes it stop please need needs thing end is anymore any more',
  );
  const isAll = reading.has('all', 'every', 'everything');
  requireOnePerson(deps);
  const about = reading.takeText();
  if (about) reading.takeAll('saying says say containing contains about with mentioning talks talking speaks mentions');
  const recipients = reading.addresses(reading.takePeople(), toE164, true).map(({ mobile }) => mobile);
  const groups = reading.takeGroups();
  const [group, more] = groups;
  if (more || group?.parts.some(({ is }) => is !== 'every'))
    throw askFor('Name the recurring message by its recipient or its days: “every Monday”.', 'which');
  const every = group && find(group, 'every');
  if (recipients.length === 0 && !every && !about && !isAll)
    throw askFor('Which recurring messages do you mean? Name a person, the days, or say “all”.', 'which');
  return planOne(act[0], {
    ...(recipients.length > 0 ? { recipients } : {}),
    ...(every ? { rule: writeEvery(every) } : {}),
    ...(about ? { search: about.text } : {}),
  });
}
