import type { Deps, Plan } from './plan-types.ts';
import { takeShown } from './references.ts';
import { splitWords } from './vocabulary.ts';

/** Questions about one message, by their words. */
const ASKED: ['read' | 'delivered' | 'sent', string[]][] = [
  ['read', splitWords('read seen see opened open')],
  ['delivered', splitWords('delivered deliver received receive arrived arrive get gotten got reach reached')],
  ['sent', splitWords('sent send gone go went out through off')],
];
const BEGINS = splitWords('has have did was were is');
/** Words in such a question without further meaning. */
const FILLERS = new Set(
  splitWords(`a the my our last latest newest recent most message text msg reminder note it that this one been be being to for by yet already ever
    now actually even still i we sent send there get gone go went out through off successfully have has did was is finally
    he she they him her them do does please from so far`),
);

/**
 * “has Emma read it?”, “did it go out?”: about one message; null if the request asks something else, or about several.
 */
export function planState(deps: Deps): Plan | null {
  const { reading, shown, toE164 } = deps;
  const words = reading.tokens.filter((token) => token.is === 'word');
  const [first] = reading.tokens;
  const people = [...reading.all('person'), ...reading.all('number')];
  if (first?.is !== 'word' || !BEGINS.includes(first.text) || people.length > 1 || reading.all('when').length > 0)
    return null;
  if (reading.all('text').length > 0) return null;
  const found = ASKED.find(([, verbs]) =>
    words.some((token, at) => at > 0 && token.is === 'word' && verbs.includes(token.text)),
  );
  const isPlain = words.every(
    (token, at) => at === 0 || (token.is === 'word' && (FILLERS.has(token.text) || found?.[1].includes(token.text))),
  );
  if (!found || !isPlain) return null;
  // “did we send Dana …”, “did Dana send”: asks for messages, not for their state.
  if (found[0] === 'sent' && !reading.has('it that this message text msg reminder note')) return null;
  if (people.length === 0 && !reading.has('it that this message text msg reminder note he she they')) return null;
  const after = reading.tokens[reading.tokens.indexOf(people[0] ?? first) + 1];
  if (found[0] !== 'read' && people.length > 0 && after?.is === 'word' && ['sent', 'send'].includes(after.text))
    return null;
  const isOfShown = people.length === 0 || shown?.messages.length === 1;
  const ids = isOfShown ? (takeShown(reading, shown) ?? []) : [];
  const recipients = reading.addresses(people, toE164, true).map(({ mobile }) => mobile);
  return { kind: 'state', asked: found[0], recipients, ids };
}

/** “who is +972…?”; null if the request asks something else. */
export function planNumber({ reading, toE164 }: Deps): Plan | null {
  const state =
    /^\W*(?:who(?:'s|’s| is| was| has)|whose(?: number)? is(?: this)?|who does)\W*(?=[+\d(])[+\d\s()./-]+(?: belong to)?\W*$/i;
  const [number, other] = reading.all('number');
  if (!number || other || !state.test(reading.request)) return null;
  const [address] = reading.addresses([number], toE164, true);
  return address ? { kind: 'who', mobile: address.mobile } : null;
}
