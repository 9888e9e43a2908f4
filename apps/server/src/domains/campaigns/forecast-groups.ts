import { contactZone } from '../contacts/index.ts';
import { ownQuietRules } from '../messages/index.ts';
import type { Candidate } from './evaluate-recipient.ts';
import type { RecipientGroup } from './forecast-lane.ts';

/**
 * Adds a recipient to the group with their zone and quiet hours, as the lane's claim reads them.
 * @param workspaceZone used if the contact has no zone
 * @param hasHours whether a lane or the campaign depends on the time of day
 */
export function addToGroup(
  groups: Map<string, RecipientGroup>,
  contact: Pick<Candidate, 'mobile' | 'zone' | 'quietHours'>,
  { isKnown, workspaceZone, hasHours }: { isKnown: boolean; workspaceZone: string; hasHours: boolean },
): void {
  const quiet = ownQuietRules(contact.quietHours);
  const zone = hasHours || quiet?.quietFrom ? contactZone(contact, workspaceZone).zone : workspaceZone;
  const key = JSON.stringify([zone, quiet]);
  const group = groups.get(key) ?? { zone, quiet, known: 0, fresh: 0 };
  groups.set(key, group);
  group[isKnown ? 'known' : 'fresh'] += 1;
}

/** The share of each group for one of several lanes, as messages alternate between engines. */
export const laneShares = (groups: readonly RecipientGroup[], at: number, count: number): RecipientGroup[] =>
  groups.map((group) => ({ ...group, known: shareOf(group.known, at, count), fresh: shareOf(group.fresh, at, count) }));

const shareOf = (total: number, at: number, count: number): number =>
  Math.floor(total / count) + (at < total % count ? 1 : 0);
