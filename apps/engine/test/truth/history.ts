import type { FaultKind } from '@switchyard/whatsapp-simulator';
import fc from 'fast-check';

/**
 * What happens to the way between an engine process and the server: never asked, asked but not heard, heard late, or
 * asked again long after.
 */
export type CallFault = 'request-lost' | 'answer-lost' | 'answer-late' | 'request-late';
export type Call = 'claim' | 'report' | 'renew' | 'lease';
/** What an edit changes. */
export type Edited = 'text' | 'recipient' | 'file' | 'poll' | 'due';

/** One thing that happens. Numbers name the one at that place, counted round. */
export type Step =
  | { do: 'schedule'; person: number; inMs: number; carries: 'text' | 'file' | 'poll' }
  | { do: 'edit'; message: number; what: Edited; person: number }
  /**
   * `try-again`: a person who does not find it on the phone says that it did not arrive, and sends the same as a new
   * message.
   */
  | { do: 'cancel' | 'restore' | 'resolve' | 'try-again'; message: number }
  | { do: 'wait'; ms: number }
  | { do: 'network'; kind: FaultKind; times: number; delayMs: number }
  | { do: 'call'; call: Call; fault: CallFault; delayMs: number }
  | { do: 'restrict'; scope: 'new' | 'all'; forMs: number }
  | { do: 'phone'; person: number; offline: boolean }
  | { do: 'disconnect' }
  /** `start`: the pod's container again. `take-over`: another pod, while the first may still live. */
  | { do: 'start' | 'take-over' | 'kill' | 'terminate' }
  /** `suspend`: as by a signal, clocks go on. `sleep`: with the machine, its steady clock stands still. */
  | { do: 'suspend' | 'sleep' | 'resume' }
  /** By the user; `stop` ends the pod, `delete` forgets the engine. */
  | { do: 'stop-engine' | 'start-engine' | 'delete-engine' | 'add-engine' }
  | { do: 'sweep' }
  /** Killed with what it has carried out and not answered, and back after a while. */
  | { do: 'restart-server'; awayMs: number }
  /** A copy of the rows as a replica has them, and a failover to the latest such copy. */
  | { do: 'copy' | 'fail-over' };

export interface History {
  /** How the driver settles a send that it is not sure of. */
  settles: 'same-id' | 'look-up';
  /**
   * What the driver makes of "too many messages": wait with this one, or hold the lane, as some do while the account is
   * restricted.
   */
  refusals: 'later' | 'hold-lane';
  /** Whether an engine that was stopped is started again in the end. */
  startAgain: boolean;
  /**
   * The protocol that the processes speak; `mixed`: the first, and every second one after it, is of the first version.
   * Left out: today's.
   */
  speaks?: 'first' | 'mixed';
  steps: Step[];
}

const nat = (max: number) => fc.nat(max);
const of = <T extends string>(...kinds: T[]) => fc.constantFrom(...kinds);
const doing = <T extends Step['do']>(...kinds: T[]) => fc.record({ do: of(...kinds) });

const WAITS_MS = [30, 300, 1_500, 6_000, 17_000];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: of('schedule'),
      person: nat(3),
      inMs: fc.constantFrom(0, 0, 2_000),
      carries: of('text', 'text', 'file', 'poll'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: of('edit'),
      message: nat(5),
      what: of('text', 'text', 'recipient', 'file', 'poll', 'due'),
      person: nat(3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: of('cancel', 'cancel', 'restore', 'resolve', 'try-again'), message: nat(5) }),
  },
  { weight: 9, arbitrary: fc.record({ do: of('wait'), ms: fc.constantFrom(...WAITS_MS) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: of('network'),
      kind: of<FaultKind>(
        'lost-reply',
        'drop-before-accept',
        'drop-after-accept',
        'slow-reply',
        'rate-limited',
        'late-receipts',
        'duplicate-receipts',
        'reordered-receipts',
      ),
      times: fc.constantFrom(1, 1, 2, 7),
      delayMs: fc.constantFrom(500, 4_000, 20_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: of('call'),
      call: of('claim', 'report', 'report', 'report', 'renew', 'lease'),
      fault: of('request-lost', 'answer-lost', 'answer-late', 'answer-late', 'request-late'),
      delayMs: fc.constantFrom(400, 3_000, 12_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: of('restrict'), scope: of('new', 'all'), forMs: fc.constantFrom(3_000, 60_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: of('phone'), person: nat(3), offline: fc.boolean() }) },
  { weight: 3, arbitrary: doing('start', 'take-over', 'kill', 'terminate', 'disconnect') },
  { weight: 2, arbitrary: doing('suspend', 'sleep', 'resume', 'resume') },
  { weight: 2, arbitrary: doing('stop-engine', 'start-engine', 'delete-engine', 'add-engine') },
  { weight: 1, arbitrary: doing('sweep') },
  {
    weight: 1,
    arbitrary: fc.record({ do: of('restart-server'), awayMs: fc.constantFrom(100, 2_000, 20_000) }),
  },
  { weight: 2, arbitrary: doing('copy', 'fail-over') },
);

/**
 * One step, or several that do their harm together: a send that is taken without a word, whose repeats are then put
 * off; a result whose answer is so late that its message is taken again meanwhile.
 */
const part: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 36, arbitrary: step.map((one) => [one]) },
  {
    weight: 2,
    arbitrary: fc
      .record({ person: nat(2), fault: of<CallFault>('answer-late', 'request-late') })
      .map(({ person, fault }): Step[] => [
        { do: 'network', kind: 'rate-limited', times: 1, delayMs: 500 },
        { do: 'call', call: 'report', fault, delayMs: 12_000 },
        { do: 'schedule', person, inMs: 0, carries: 'text' },
        { do: 'wait', ms: 6_000 },
        { do: 'schedule', person: person + 1, inMs: 0, carries: 'text' },
      ]),
  },
  // WhatsApp does not answer for so long that a person gives a message up, or two of one chat, and sends them as new
  // ones.
  {
    weight: 1,
    arbitrary: fc
      .record({ person: nat(2), kind: of<FaultKind>('drop-before-accept', 'lost-reply'), message: nat(3) })
      .map(({ person, kind, message }): Step[] => [
        { do: 'network', kind, times: 40, delayMs: 500 },
        { do: 'schedule', person, inMs: 0, carries: 'text' },
        { do: 'schedule', person, inMs: 0, carries: 'text' },
        { do: 'wait', ms: 130_000 },
        { do: 'try-again', message },
        { do: 'wait', ms: 6_000 },
        { do: 'try-again', message },
      ]),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        first: of<FaultKind>('lost-reply', 'drop-after-accept', 'drop-before-accept'),
        times: fc.constantFrom(1, 2, 9),
        latelyMs: fc.constantFrom(0, 20_000, 60_000),
      })
      .map(({ first, times, latelyMs }): Step[] => [
        { do: 'network', kind: 'late-receipts', times: 1, delayMs: latelyMs },
        { do: 'network', kind: first, times: 1, delayMs: 500 },
        { do: 'network', kind: 'rate-limited', times, delayMs: 500 },
      ]),
  },
);

/**
 * Any history of processes that speak today's protocol. It begins with an engine that runs and something to send, since
 * nothing else can go wrong.
 */
export const anyHistory: fc.Arbitrary<History> = fc.record({
  settles: of('same-id', 'same-id', 'look-up'),
  refusals: of('later', 'later', 'hold-lane'),
  startAgain: fc.boolean(),
  steps: fc
    .array(part, { minLength: 3, maxLength: 14 })
    .map((parts): Step[] => [
      { do: 'start' },
      { do: 'schedule', person: 0, inMs: 0, carries: 'text' },
      { do: 'schedule', person: 1, inMs: 0, carries: 'text' },
      ...parts.flat(),
    ]),
});

/** The same, of processes of the protocol's first version, alone or taking turns with those of today. */
export const anyHistoryOfTheFirstVersion: fc.Arbitrary<History> = fc
  .tuple(anyHistory, of('first', 'mixed'))
  .map(([history, speaks]) => ({ ...history, speaks }));
