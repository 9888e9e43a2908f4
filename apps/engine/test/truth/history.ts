import type { FaultKind } from '@switchyard/whatsapp-simulator';
import fc from 'fast-check';

/**
 * A fault between an engine process and the server: the request is lost, the response is lost or late, or the request
 * arrives again long after.
 */
export type CallFault = 'request-lost' | 'answer-lost' | 'answer-late' | 'request-late';
export type Call = 'claim' | 'report' | 'renew' | 'lease';
/** What an edit changes. */
export type Edited = 'text' | 'recipient' | 'file' | 'poll' | 'due';

/** One event. Numbers select an item by its position, modulo the number of items. */
export type Step =
  | { do: 'schedule'; person: number; inMs: number; carries: 'text' | 'file' | 'poll' }
  | { do: 'edit'; message: number; what: Edited; person: number }
  /**
   * `try-again`: a person who does not find the message on the phone marks it as not delivered, and sends it as a new
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
  /** `suspend`: like a signal, clocks go on. `sleep`: with the machine, whose steady clock stops. */
  | { do: 'suspend' | 'sleep' | 'resume' }
  /** By the user; `stop` ends the pod, `delete` deletes the engine. */
  | { do: 'stop-engine' | 'start-engine' | 'delete-engine' | 'add-engine' }
  | { do: 'sweep' }
  /** Killed with calls that were carried out but not answered, and restarted after a while. */
  | { do: 'restart-server'; awayMs: number }
  /** A copy of the rows as on a replica, and a failover to the latest such copy. */
  | { do: 'copy' | 'fail-over' };

export interface History {
  /** How the driver settles a send in doubt. */
  settles: 'same-id' | 'look-up';
  /**
   * The driver's reaction to "too many messages": delay this message, or hold the lane, as some do while the account is
   * restricted.
   */
  refusals: 'later' | 'hold-lane';
  /** Whether a stopped engine is started again at the end. */
  startAgain: boolean;
  /**
   * The protocol version of the processes; `mixed`: every second one, starting with the first, uses the first version.
   * Today's if omitted.
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
 * One step, or several that are harmful together: an accepted send without an answer, whose retries are then delayed; a
 * result whose response is so late that its message is claimed again.
 */
const part: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 36, arbitrary: step.map((single) => [single]) },
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
  // WhatsApp does not answer for so long that a person gives up on a message, or two of one chat, and sends them as new
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
 * Any history of processes with today's protocol. Begins with a running engine and something to send, because nothing
 * else can go wrong.
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

/** The same for processes of the protocol's first version, alone or mixed with today's. */
export const anyHistoryOfTheFirstVersion: fc.Arbitrary<History> = fc
  .tuple(anyHistory, of('first', 'mixed'))
  .map(([history, speaks]) => ({ ...history, speaks }));
