import { isGroupId } from '@switchyard/contracts/group-id';
import { insistOnOne, one } from './act-parts.ts';
import type { Parts, Plan } from './plan-types.ts';
import { calls } from './read-parts.ts';
import { AskBack } from './reading.ts';

/** What else the product keeps and can be listed, by the words for it. */
const LISTS: [tool: string, words: string[]][] = [
  ['get_bots', ['bot', 'bots', 'chatbots']],
  ['get_labels', ['label', 'labels', 'tag', 'tags']],
  ['get_campaigns', ['campaign', 'campaigns']],
  ['get_knowledge_bases', ['knowledge']],
];

/** "show my bots", "search the knowledge for “opening hours”"; null: nothing of it is spoken of. */
export function things({ reading }: Parts, isCount: boolean): Plan | null {
  const list = LISTS.find(([, words]) => reading.has(...words));
  if (!list || reading.all('person').length > 0) return null;
  const [tool, words] = list;
  reading.takeAll([...words, 'base', 'bases', 'names']);
  const about = tool === 'get_knowledge_bases' ? reading.takeText() : null;
  if (about) {
    reading.takeAll('say says said word words containing mentioning');
    return calls({ tool: 'search_knowledge', args: { question: about.text } });
  }
  return calls({ tool, args: {} }, isCount ? 'count' : 'list');
}

/** "label Dana as VIP", "take the label “VIP” off Dana"; null: nobody is to be labelled. */
export function label(parts: Parts): Plan | null {
  const { reading, toE164 } = parts;
  if (!reading.has('label', 'tag', 'labels', 'tags') || reading.all('person').length === 0) return null;
  const isOff =
    reading.take('remove', 'take off', 'delete', 'unlabel', 'untag') !== null || reading.take('off') !== null;
  reading.takeAll('label labels tag tags add put take off from as called named contact contacts set give');
  insistOnOne(parts);
  const mobiles = reading.addresses(reading.takePeople(), toE164, true).map(({ mobile }) => mobile);
  if (mobiles.some(isGroupId)) throw new AskBack('A label is for contacts; a group has none.');
  const name = reading.takeText()?.text ?? takeCapitals(parts);
  if (!name) throw new AskBack('Which label? Put it into quotes.');
  return one('label_contacts', { label: name, mobiles, ...(isOff ? { on: false } : {}) });
}

/** Words in capitals that nobody has used. */
function takeCapitals({ reading }: Parts): string | null {
  const found = reading.all('word').filter((word) => !word.isUsed && word.from > 0 && /^\p{Lu}/u.test(word.original));
  for (const word of found) word.isUsed = true;
  return found.length > 0 ? found.map(({ original }) => original).join(' ') : null;
}
