import { planOne } from './action-parts.ts';
import type { Deps, Plan } from './plan-types.ts';
import { definedArgs } from './read-parts.ts';
import { resolveMoment } from './resolve-when.ts';
import { takeLabels } from './thing-names.ts';
import { askFor, ClarificationNeeded, type TokenReader } from './token-reader.ts';
import { splitWords } from './vocabulary.ts';

const DRAFTS = splitWords('draft prepare forecast plan simulate preview create make compose write try check').concat(
  'set up',
  'how long',
  'who would get',
  'how many would get',
  'when would',
);
const OTHER_ACTS = splitWords(
  'launch start send pause resume stop cancel end delete schedule run begin relaunch remove move',
);
const LEAVING_OUT = new Set(splitWords('not except excluding without minus besides skip skipping'));

/**
 * Plans a campaign's draft and forecast: "draft a campaign to my VIPs: Hi {name} …"; null if the request is for no
 * campaign.
 * @throws ClarificationNeeded for what must be done on screen
 */
export function planCampaign(deps: Deps): Plan | null {
  const { reading, names } = deps;
  if (!reading.has('campaign') || reading.all('person').length > 0) return null;
  if (reading.take(...DRAFTS) === null) {
    if (!reading.has(...OTHER_ACTS) || /\b(?:which|what|show|list|when|how)\b/i.test(reading.request)) return null;
    throw new ClarificationNeeded(
      'I can draft a campaign and say what it would do. Campaigns are launched, paused and ended under Campaigns.',
    );
  }
  const text = reading.takeText();
  if (!text) throw askFor('What should the campaign say? {name} stands for the name of each recipient.', 'words');
  const named = takeLabels(reading, names.labels);
  const isOut = (at: number) =>
    reading.tokens.slice(0, at).some((token) => token.is === 'word' && LEAVING_OUT.has(token.text));
  const labels = named.filter(({ at }) => !isOut(at)).map(({ name }) => name);
  const withoutLabels = named.filter(({ at }) => isOut(at)).map(({ name }) => name);
  const isAll = reading.has('all', 'everybody', 'everyone', 'every', 'each', 'whole');
  const consentOnly =
    reading.take('who have agreed', 'who agreed', 'with consent', 'who consented', 'opted in') !== null;
  if (withoutLabels.length > 0) reading.takeAll([...LEAVING_OUT, 'but']);
  reading.takeAll(`campaign everybody everyone contact contacts customers clients
    people person new take saying says text message with starting starts start from end ending for whom named who`);
  if (labels.length === 0 && !isAll)
    throw askFor('Who is the campaign for? Name one of your labels, or say “all contacts”.', 'label');
  return planOne('draft_campaign', {
    variants: [text.text],
    ...definedArgs({ labels, withoutLabels, consentOnly: consentOnly || undefined, startAt: startOf(reading) }),
  });
}

function startOf(reading: TokenReader): string | undefined {
  const [group, more] = reading.takeGroups();
  if (!group) return undefined;
  const { date, time } = reading.clear(group, () => resolveMoment(group, reading.now));
  if (more || !date || !time)
    throw askFor('On which day and at what time should the campaign start?', 'when', { after: group.to, at: group });
  return date.toPlainDateTime(time).toZonedDateTime(reading.now.timeZoneId).toInstant().toString();
}
