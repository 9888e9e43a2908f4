import { takeExcluded, takeExcludedWords } from './exclusions.ts';
import type { Call, Deps, Plan } from './plan-types.ts';
import { rangeOf, type Selection, takeLimit } from './selection.ts';

/** One call of a read tool. */
export const planCalls = (call: Call, answers: 'list' | 'count' = 'list'): Plan => ({
  kind: 'calls',
  calls: [call],
  answers,
});
/** Omitted arguments get the tool's defaults. */
export const definedArgs = <T extends object>(args: T): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(args).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );

/** Words for chats. */
export const CHATS = ['chat', 'chats', 'conversation', 'conversations', 'thread', 'threads', 'inbox', 'dm', 'dms'];

const STATUSES = new Set([
  'failed',
  'pending',
  'sent',
  'cancelled',
  'canceled',
  'scheduled',
  'upcoming',
  'unsent',
  'queued',
]);

/** "only Dana's", "only the failed ones": limits to what is named. Takes "only" before a name, a time or a status. */
function takeOnly({ tokens }: Deps['reading']): void {
  for (const [at, token] of tokens.entries()) {
    if (token.is !== 'word' || token.isUsed || token.text !== 'only') continue;
    const next = tokens
      .slice(at + 1)
      .find(
        (token) => !(token.is === 'word' && ['the', 'those', 'ones', 'to', 'for', 'from', 'on'].includes(token.text)),
      );
    if (next?.is === 'person' || next?.is === 'when' || (next?.is === 'word' && STATUSES.has(next.text)))
      token.isUsed = true;
  }
}

/** Takes a selection's people, time, search words and limit. */
export function takeSelection(deps: Deps, direction: 'ahead' | 'back'): Selection {
  const { reading, toE164 } = deps;
  const except = reading.addresses(takeExcluded(reading), toE164, false);
  const exceptSearch = takeExcludedWords(reading);
  // Text after a colon is a message to send, not a search.
  const isLookedFor = reading.all('text').every(({ marker, isUsed }) => isUsed || marker !== 'colon');
  const about = exceptSearch === null && isLookedFor ? reading.takeText() : null;
  if (about)
    reading.takeAll(`mentioning mention mentions containing contain contains saying says say word words about with text
    that including includes include matching phrase term in them it talks talk talking speaks speaking anywhere somewhere text`);
  takeOnly(reading);
  const limit = takeLimit(reading);
  const recipients = reading.addresses(reading.takePeople(), toE164, false);
  const range = rangeOf(reading, reading.takeGroups(), direction);
  return {
    ...range,
    ...limit,
    ...(recipients.length > 0 ? { recipients: [...new Set(recipients.map(({ mobile }) => mobile))] } : {}),
    ...(except.length > 0 ? { except: [...new Set(except.map(({ mobile }) => mobile))] } : {}),
    ...(about ? { search: about.text } : {}),
    ...(exceptSearch === null ? {} : { exceptSearch }),
  };
}
