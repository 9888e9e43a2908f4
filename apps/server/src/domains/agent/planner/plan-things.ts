import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { planOne, requireOnePerson } from './action-parts.ts';
import type { Deps, Plan, ThingNames } from './plan-types.ts';
import { definedArgs, planCalls } from './read-parts.ts';
import { takeLabels, takeNames } from './thing-names.ts';
import { askFor, ClarificationNeeded } from './token-reader.ts';

/** Other things that can be listed, by their words, and the kind of names that are known. */
const LISTS: [tool: string, words: string, named: keyof ThingNames | null][] = [
  ['get_bots', 'bot bots chatbot chatbots', 'bots'],
  ['get_labels', 'label labels tag tags', null],
  ['get_campaigns', 'campaign campaigns', 'campaigns'],
  ['get_knowledge_bases', 'knowledge', null],
];

/** "show my bots", "is the Greeter bot on?"; null if the request is about none of them. */
export function planThings(deps: Deps, isCount: boolean): Plan | null {
  const { reading, names } = deps;
  const list = LISTS.find(([, words]) => reading.has(...words.split(' ')));
  if (!list || reading.all('person').length > 0) return null;
  const [tool, words, named] = list;
  const [about] = named ? takeNames(reading, names[named]) : [];
  reading.takeAll(`${words} base bases names named called on running runs run active live deployed enabled doing answering
    state status finished progress or off`);
  return planCalls({ tool, args: definedArgs({ search: about?.name }) }, isCount && !about ? 'count' : 'list');
}

const KNOWLEDGE = '(?:the |my |our )?(?:knowledge(?: ?bases?)?|kb)';
const POLITE = '^\\W*(?:(?:please|hey|hi|can you|could you|would you|and|so)[, ]+)*';
/** The words at `q` are searched for, whatever they are. */
const QUESTIONS = [
  `what (?:does|do|is in) ${KNOWLEDGE}(?: (?:say|says|know|knows|have|tell us|tell me))? (?:about|on|regarding) (?<q>.+)`,
  `(?:does|do|is there|has) (?:anything (?:in|about) )?${KNOWLEDGE}(?: (?:say|know|mention|have|cover|got|anything|something))+ (?:about |on |how |whether )?(?<q>.+)`,
  `is there (?:anything|something) in ${KNOWLEDGE} (?:about|on) (?<q>.+)`,
  `(?:search|ask|check|query|consult|look in|look into|look through) (?:in )?${KNOWLEDGE}(?: (?:for|about|on))?[:,]? (?<q>.+)`,
  `(?:look up|look for|search for|search|find|what is|what are) (?<q>.+?) (?:in|from|according to) ${KNOWLEDGE}`,
  `(?:according to|from|in) ${KNOWLEDGE}[,:] (?<q>.+)`,
].map((pattern) => new RegExp(`${POLITE}${pattern}\\W*$`, 'i'));
/** A second action on the result, which is not supported. */
const MORE = /\band (?:then )?(?:send|text|tell|write|forward|message|schedule|add|delete)\b/i;

/** "what does the knowledge base say about returns?"; null if the request asks it nothing. */
export function planKnowledge({ reading }: Deps): Plan | null {
  const topic = QUESTIONS.map((pattern) => pattern.exec(reading.request)?.groups?.q).find(Boolean);
  const question = topic?.replace(/^[\s"“'‘]+|[\s"”'’?.!]+$/g, '');
  if (!question || MORE.test(question)) return null;
  for (const token of reading.tokens) token.isUsed = true;
  return planCalls({ tool: 'search_knowledge', args: { question } });
}

const LABELS_MANY =
  /^\W*(?:please )?(?:label|tag|mark)\b.*\b(?:everyone|everybody|(?:all|every|each) (?:of )?(?:(?:my|our|the) )?(?:contacts?|people|customers?|clients?))\b/i;

/** "label Dana as VIP", "remove VIP from Dana"; null if the request labels nobody. */
export function planLabel(deps: Deps): Plan | null {
  const { reading, names, toE164 } = deps;
  if (reading.all('person').length === 0 && reading.all('number').length === 0) {
    if (LABELS_MANY.test(reading.request))
      throw new ClarificationNeeded('I label people you name. To label many at once, select them under Contacts.');
    return null;
  }
  const isLabelling = reading.has('add put remove take make mark label labels tag tags');
  const known = isLabelling ? takeLabels(reading, names.labels) : [];
  if (known.length === 0 && !reading.has('label', 'tag', 'labels', 'tags')) return null;
  const isOff =
    reading.take('remove', 'take off', 'delete', 'unlabel', 'untag') !== null || reading.take('off') !== null;
  reading.takeAll(
    'label labels tag tags add put take off from as called named contact contacts set give make mark on with under into',
  );
  requireOnePerson(deps);
  const mobiles = reading.addresses(reading.takePeople(), toE164, true).map(({ mobile }) => mobile);
  if (mobiles.some(isGroupId)) throw new ClarificationNeeded('Labels are for contacts; a group can’t have one.');
  if (known.length > 1) throw new ClarificationNeeded('One label at a time, please. Which one first?');
  const name = known[0]?.name ?? reading.takeText()?.text ?? takeCapitals(deps);
  if (!name) throw askFor('Which label?', 'name');
  return planOne('label_contacts', { label: name, mobiles, ...(isOff ? { on: false } : {}) });
}

/** "my VIPs", "who has the label VIP?"; null if it names no existing label. */
export function planLabelled({ reading, names }: Deps, isCount: boolean): Plan | null {
  if (reading.all('person').length > 0 || reading.has('message', 'messages', 'campaign', 'bot', 'chats')) return null;
  const [found, more] = takeLabels(reading, names.labels);
  if (!found) return null;
  if (more) throw new ClarificationNeeded('I look up one label at a time. Which one first?');
  reading.takeAll(
    'contact contacts people person customers clients customer client everybody everyone marked under names',
  );
  return planCalls({ tool: 'get_contacts', args: { label: found.name } }, isCount ? 'count' : 'list');
}

/** "turn the Greeter bot off"; null if the request changes no bot. @throws ClarificationNeeded for other bot changes */
export function planBotChange({ reading, names }: Deps): Plan | null {
  if (
    !reading.has('bot', 'bots', 'chatbot', 'chatbots') ||
    reading.all('text').some(({ marker }) => marker !== 'quote')
  )
    return null;
  const isStop =
    reading.take(
      'stop',
      'turn off',
      'switch off',
      'disable',
      'undeploy',
      'take down|off|offline',
      'deactivate',
      'halt',
    ) ?? (reading.has('off') ? reading.take('turn|switch|take') : null);
  if (!isStop) {
    if (!reading.has('deploy start enable launch activate create build make delete turn switch')) return null;
    throw new ClarificationNeeded('I can stop a bot and say which are on. For anything else, go to Bots.');
  }
  const [found, more] = takeNames(reading, names.bots);
  reading.takeAll('bot bots chatbot chatbots off from answering replying');
  if (!found || more) {
    throw new ClarificationNeeded(
      more ? 'One bot at a time, please. Which one first?' : 'Which bot should I stop?',
      names.bots.slice(0, 6).map((name) => ({ label: name, request: `Stop the bot ${name}` })),
    );
  }
  return planOne('stop_bot', { name: found.name });
}

/** Unused capitalised words. */
function takeCapitals({ reading }: Deps): string | null {
  const found = reading.all('word').filter((word) => !word.isUsed && word.from > 0 && /^\p{Lu}/u.test(word.original));
  for (const word of found) word.isUsed = true;
  return found.length > 0 ? found.map(({ original }) => original).join(' ') : null;
}
