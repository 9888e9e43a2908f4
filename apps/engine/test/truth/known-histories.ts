import type { History, Step } from './history.ts';

// Histories that once ended badly, each shrunk to the minimum. docs/decisions/171-the-lanes-truth.md describes how they
// were found.

/** The first send is accepted and never answered; its retries with the same id are delayed. */
const takenAndPutOff = (times = 1): Step[] => [
  { do: 'network', kind: 'late-receipts', times: 1, delayMs: 20_000 },
  { do: 'network', kind: 'lost-reply', times: 1, delayMs: 500 },
  { do: 'network', kind: 'rate-limited', times, delayMs: 500 },
];
const schedule = (person: number): Step => ({ do: 'schedule', person, inMs: 0, carries: 'text' });
const wait = (ms: number): Step => ({ do: 'wait', ms });

const history = (steps: Step[], more: Partial<History> = {}): History => ({
  settles: 'same-id',
  refusals: 'later',
  startAgain: false,
  steps: [{ do: 'start' }, wait(300), ...steps],
  ...more,
});

export const KNOWN_HISTORIES: Record<string, History> = {
  'B1: the text of a message that WhatsApp has is edited': history([
    ...takenAndPutOff(),
    schedule(0),
    wait(6_000),
    { do: 'edit', message: 0, what: 'text', person: 0 },
  ]),
  'B1: a message that WhatsApp has is given another recipient': history([
    ...takenAndPutOff(),
    schedule(0),
    wait(6_000),
    { do: 'edit', message: 0, what: 'recipient', person: 1 },
  ]),
  'B1: a message that WhatsApp has is cancelled': history([
    ...takenAndPutOff(),
    schedule(0),
    wait(6_000),
    { do: 'cancel', message: 0 },
  ]),
  'B1: a message that WhatsApp has is given up as failed': history([
    { do: 'network', kind: 'late-receipts', times: 1, delayMs: 90 * 60_000 },
    { do: 'network', kind: 'lost-reply', times: 1, delayMs: 500 },
    { do: 'network', kind: 'rate-limited', times: 9, delayMs: 500 },
    schedule(0),
    ...Array.from({ length: 60 }, () => wait(17_000)),
  ]),
  'B2: an engine is stopped with messages on their way, and never started again': history([
    { do: 'network', kind: 'slow-reply', times: 7, delayMs: 500 },
    schedule(0),
    schedule(0),
    wait(30),
    { do: 'stop-engine' },
  ]),
  'B2: an engine is stopped with messages on their way, and its process is killed before it can say so': history([
    { do: 'network', kind: 'slow-reply', times: 7, delayMs: 4_000 },
    schedule(0),
    wait(30),
    { do: 'kill' },
    { do: 'stop-engine' },
  ]),
  'B3: the answer to a report comes when its message has been taken again': history([
    { do: 'network', kind: 'rate-limited', times: 1, delayMs: 500 },
    { do: 'call', call: 'report', fault: 'answer-late', delayMs: 12_000 },
    schedule(0),
    wait(6_000),
    schedule(1),
    wait(17_000),
  ]),
  'a message that its engine still holds is given up by a person and sent as a new one': history([
    { do: 'network', kind: 'drop-before-accept', times: 40, delayMs: 500 },
    schedule(0),
    schedule(0),
    ...Array.from({ length: 8 }, () => wait(17_000)),
    { do: 'try-again', message: 1 },
    wait(17_000),
    { do: 'try-again', message: 1 },
  ]),
  'B5: receipts come while the lane holds': history(
    [
      { do: 'network', kind: 'late-receipts', times: 1, delayMs: 7_000 },
      { do: 'network', kind: 'lost-reply', times: 1, delayMs: 500 },
      { do: 'network', kind: 'rate-limited', times: 1, delayMs: 20_000 },
      schedule(0),
      wait(17_000),
    ],
    { refusals: 'hold-lane' },
  ),
  // The judge was wrong: everything late arrived after the last wait at once, so a dead process renewed its lease and
  // nobody could fetch receipts.
  'a renewal of a process that is gone comes late': {
    settles: 'same-id',
    refusals: 'later',
    startAgain: false,
    steps: [
      { do: 'start' },
      schedule(0),
      schedule(1),
      { do: 'call', call: 'claim', fault: 'answer-late', delayMs: 12_000 },
      { do: 'call', call: 'renew', fault: 'request-late', delayMs: 12_000 },
      { do: 'network', kind: 'rate-limited', times: 1, delayMs: 500 },
      { do: 'call', call: 'report', fault: 'request-late', delayMs: 12_000 },
      schedule(0),
      wait(6_000),
      schedule(1),
      ...[1, 2].flatMap((): Step[] => [
        { do: 'network', kind: 'late-receipts', times: 1, delayMs: 0 },
        { do: 'network', kind: 'lost-reply', times: 1, delayMs: 500 },
        { do: 'network', kind: 'rate-limited', times: 1, delayMs: 500 },
      ]),
    ],
  },
};
