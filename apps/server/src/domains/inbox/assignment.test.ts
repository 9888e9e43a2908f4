import { expect, test } from 'vitest';
import { type Candidate, chooseAssignee } from './assignment.ts';

const NOON = Date.parse('2026-11-30T12:00:00Z');
const settings = { assignsItself: true, hours: null };
const waiting = { status: 'open', assigneeId: null, waitingSince: new Date(NOON), teamId: null } as const;
const person = (userId: string, more: Partial<Candidate> = {}): Candidate => ({
  userId,
  name: userId,
  isHere: true,
  load: 0,
  capacity: 5,
  teamIds: [],
  ...more,
});
const chosenId = (...args: Parameters<typeof chooseAssignee>) => {
  const answer = chooseAssignee(...args);
  return typeof answer === 'string' ? answer : answer.userId;
};

test('assigns to the person present with capacity and the fewest conversations; ties always go to the same one', () => {
  const people = [person('a', { load: 2 }), person('c'), person('b'), person('d', { isHere: false })];
  expect(chosenId(waiting, settings, people, NOON)).toBe('b');
  expect(chosenId(waiting, settings, people.toReversed(), NOON)).toBe('b');
  const full = people.map((person) => (person.userId === 'a' ? person : { ...person, load: 5 }));
  expect(chosenId(waiting, settings, full, NOON)).toBe('a');
});

test.each<[string, Parameters<typeof chooseAssignee>]>([
  ['off', [waiting, { ...settings, assignsItself: false }, [person('a')], NOON]],
  ['notOpen', [{ ...waiting, status: 'snoozed' }, settings, [person('a')], NOON]],
  ['notWaiting', [{ ...waiting, waitingSince: null }, settings, [person('a')], NOON]],
  [
    'closed',
    [
      waiting,
      { ...settings, hours: { zone: 'UTC', week: [{ day: 1, from: '13:00', to: '14:00' }], holidays: [] } },
      [person('a')],
      NOON,
    ],
  ],
  ['noTeam', [{ ...waiting, teamId: 't' }, settings, [person('a', { teamIds: ['other'] })], NOON]],
  ['nobodyHere', [waiting, settings, [person('a', { isHere: false })], NOON]],
  ['allFull', [waiting, settings, [person('a', { load: 5 })], NOON]],
])('assigns to nobody and says why: %s', (why, args) => {
  expect(chosenId(...args)).toBe(why);
});

test('assigns a team’s conversation only within the team', () => {
  const people = [person('a'), person('b', { teamIds: ['t'], load: 4 })];
  expect(chosenId({ ...waiting, teamId: 't' }, settings, people, NOON)).toBe('b');
});
