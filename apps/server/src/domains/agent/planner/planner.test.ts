import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildGrammar } from '../../../../../../scripts/build-grammar.ts';
import {
  bakery,
  dentist,
  dogGroomer,
  gardenCentre,
  guitarSchool,
  languageSchool,
  yogaStudio,
} from '../../../../test/planner-suites/blind.ts';
import { suiteContext } from '../../../../test/planner-suites/fixture.ts';
import { heldOut, unsupported } from '../../../../test/planner-suites/held-out.ts';
import { independentContext, independentRequests } from '../../../../test/planner-suites/independent.ts';
import { isAct, judge, planRequest, type Suite } from '../../../../test/planner-suites/judge.ts';
import { requests } from '../../../../test/planner-suites/requests.ts';
import { thingRequests } from '../../../../test/planner-suites/thing-requests.ts';

const own: Suite = { cases: requests, context: suiteContext };
const suites: [name: string, suite: Suite, share: number][] = [
  ['written with the grammar', own, 0.95],
  ['written without seeing it', { cases: heldOut, context: suiteContext }, 0.95],
  ['written by another author', { cases: independentRequests, context: independentContext }, 0.97],
];
/** Written by authors who had not seen the grammar; the score must not drop. */
const blind: typeof suites = [
  ['of a garden centre', gardenCentre, 0.97],
  ['of a yoga studio', yogaStudio, 0.95],
  ['of a bakery', bakery, 0.97],
  ['of a dental practice', dentist, 0.91],
  ['of a guitar school', guitarSchool, 0.76],
  ['of a dog groomer', dogGroomer, 0.98],
  ['of a language school', languageSchool, 0.98],
];

describe.each([...suites, ...blind])('requests %s (issue: planner suite)', (_name, suite, share) => {
  const { wrong, misdone } = judge(suite);
  test(`at least ${Math.round(share * 100)}% of 150 are exactly right`, () => {
    expect(suite.cases.length).toBeGreaterThanOrEqual(149);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(suite.cases.length * (1 - share));
  });
  test('none is executed differently from what was meant', () => {
    expect(misdone).toEqual([]);
  });
});

test('labels, campaigns, bots and knowledge: every request is exactly right', () => {
  const { wrong, misdone } = judge({ cases: thingRequests, context: suiteContext });
  expect(wrong, wrong.join('\n')).toEqual([]);
  expect(misdone).toEqual([]);
});

test.each([
  ['digits with colons', '12:34 '],
  ['colons', '1:'],
  ['times', 'at 9:00 '],
  ['quotes', '"a" '],
  ['names', 'Emma '],
  ['names with colons', 'Emma: '],
  ['reasons with colons', 'because it: '],
])('the cost of a request of %s grows no faster than its length', (_what, words) => {
  const cost = (length: number, wrap: (long: string) => string) => {
    const request = wrap(words.repeat(Math.floor(length / words.length)));
    // The first runs compile it.
    const costs = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      planRequest(request, suiteContext);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.min(...costs);
  };
  for (const wrap of [(long: string) => long, (long: string) => `${long}: what`, (long: string) => `What: ${long}`]) {
    // The request is eight times as long; quadratic cost would be 64 times as high. Below 2 ms, timer noise dominates.
    expect(cost(7_900, wrap)).toBeLessThan(24 * Math.max(2, cost(990, wrap)));
  }
});

test('passes on a long text after a colon or in quotes unchanged', () => {
  const text = 'See you at nine. '.repeat(60).trim();
  for (const request of [
    `text +447700900123 tomorrow at 9:00: ${text}`,
    `text +447700900123 tomorrow at 9:00 "${text}"`,
  ]) {
    expect(JSON.stringify(planRequest(request, suiteContext))).toContain(text);
  }
});

test('asks back for at most 10% of the requests in its scope', () => {
  const meant = suites.flatMap(([, { cases }]) => cases.filter(([, expected]) => typeof expected === 'object'));
  const asked = suites.flatMap(([, suite]) => judge(suite).asked);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(meant.length * 0.1);
});

test.each(unsupported)('does nothing about: %s', (request) => {
  expect(['ask', 'decline']).toContain(planRequest(request, suiteContext));
});

test.each([
  'cancel the messages about tulips and roses',
  'cancel messages about tulips if it rains',
  "cancel Dana's message, she's away but keep Omar's",
  "cancel Dana's messages, it's the bulb sale",
  "cancel Dana's messages, I'm joking",
  "cancel tomorrow's messages, they're the wrong ones",
  "I'm away next week. Cancel everything",
  "Dana is ill, cancel tomorrow's messages",
  'Dana called, cancel everything',
  "I want to cancel Dana's message, then send Omar: hello",
  "cancel Dana's message and send Omar: hi",
  'If it rains, cancel all messages tomorrow',
  'Once Omar replies, send Dana: ok',
  'After the meeting, text Omar: how was it',
  "I didn't cancel Omar's message",
  "Would you mind not sending Omar's message",
  "cancel tomorrow's messages? I mean Friday's",
  "move Omar's message to Friday, actually Saturday",
  'should the message to Omar go out tomorrow instead of Friday',
  'can you move the 3pm message to 4pm tomorrow',
  "Omar's message should say hello tomorrow at 9",
  'put it back to 9am',
  "send a copy of Omar's message to Dana on Friday at 9",
  "send Omar's message to Dana now",
  "resend Omar's message to Dana",
  "don't send Omar's message now",
  'hold all messages until tomorrow',
  "cancel Omar's message and move Dana's to Friday",
  "Maria quit. Cancel her messages and Dana's",
  "Dana's message: what time does it go out?",
  'every Friday at 9 until June to Dana: log sheet',
  'Omar asked me to cancel everything',
  "let me know when Omar's message is sent",
  'cancel the cancer talk and the rest',
  'Please write to Omar now',
  'text Dana later',
  'message Omar back please',
  'No messages for tomorrow?',
  'Hi, no messages to Dana today?',
  "cancel one of Dana's messages",
  'delete some of the messages to Omar',
  "move one of tomorrow's messages to Friday",
  "cancel all but one of Dana's messages",
  "edit any of Dana's messages to say hi",
  'retry one of the failed messages',
  'cancel one message',
  'Please cancel a message to Dana',
  "move a message of Omar's to Friday",
  'delete a pending reminder to Dana',
  "stop one of Dana's recurring messages",
  'undo one of those',
  'cancel the messages that say "hello" and "bye"',
  'change Dana\'s message from "hello" to "hi"',
  'send Dana "hello" and "goodbye" now',
  'send "hello" to Dana and "bye" to Omar tomorrow at 9',
  "cancel Dana's or Omar's message",
  'cancel everything tomorrow or Friday',
  'send Omar hi now',
  'send the same to Omar',
  "cancel Friday's messages about Dana",
  'delete Dana',
  "cancel Dana's message in an hour",
])('takes nothing for a topic or a reason that may say more: %s', (request) => {
  expect(isAct(planRequest(request, suiteContext))).toBe(false);
});

test('the generated parser matches the grammar', () => {
  expect(readFileSync(join(import.meta.dirname, 'when.gen.ts'), 'utf8')).toBe(buildGrammar());
});

test.each(['label everyone VIP', 'tag all my contacts as VIP', 'mark everybody VIP'])(
  'labels and lists nobody: %s',
  (request) => expect(['ask', 'decline']).toContain(planRequest(request, suiteContext)),
);
