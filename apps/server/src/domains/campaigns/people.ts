import { contactZone } from '../contacts/index.ts';
import { ownQuietRules } from '../messages/index.ts';
import type { Candidate } from './evaluate-recipient.ts';
import type { People } from './forecast-lane.ts';

/**
 * Counts a recipient with those who share a clock and quiet hours, as the lane's claim reads them.
 * @param clock the workspace's zone
 * @param hasHours whether a lane or the campaign goes by hours of the day
 */
export function addPerson(
  groups: Map<string, People>,
  contact: Pick<Candidate, 'mobile' | 'zone' | 'quietHours'>,
  { isKnown, clock, hasHours }: { isKnown: boolean; clock: string; hasHours: boolean },
): void {
  const quiet = ownQuietRules(contact.quietHours);
  const zone = hasHours || quiet?.quietFrom ? contactZone(contact, clock).zone : clock;
  const key = JSON.stringify([zone, quiet]);
  const group = groups.get(key) ?? { zone, quiet, known: 0, fresh: 0 };
  groups.set(key, group);
  group[isKnown ? 'known' : 'fresh'] += 1;
}

/** What one of some lanes has of each group, as messages take turns with the engines. */
export const sharesOf = (groups: readonly People[], at: number, count: number): People[] =>
  groups.map((group) => ({ ...group, known: shareOf(group.known, at, count), fresh: shareOf(group.fresh, at, count) }));

const shareOf = (total: number, at: number, count: number): number =>
  Math.floor(total / count) + (at < total % count ? 1 : 0);
