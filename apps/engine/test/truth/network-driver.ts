import { createHash } from 'node:crypto';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import type { Body, Link, SendReply, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { type EngineClock, sleep } from '../../src/clock.ts';
import type { CreateDriver, Driver, DriverContext, DriverOutcome } from '../../src/drivers/driver.ts';
import { withoutFile } from '../../src/drivers/file-outcome.ts';
import { standInDriver } from '../stand-in-driver.ts';
import type { History } from './history.ts';

const ANSWER_TIMEOUT_MS = 5_000;
const RECONNECT_MS = 300;

/** A process in which a driver runs, which may be suspended or dead. */
export interface DriverPlace extends Pick<History, 'settles' | 'refusals'> {
  network: SimulatedNetwork;
  account: string;
  clock: EngineClock;
  /** Runs `task` when the process lives and is awake; never when it is dead. */
  whenAwake(task: () => void): void;
  /** Registers the process's connection, so that its death can break it. */
  linked(link: Link): void;
}

/**
 * The simulator's driver without a socket, in the network's own process, so that a history of minutes takes
 * milliseconds.
 */
export const networkDriver =
  (place: DriverPlace): CreateDriver =>
  (context) => {
    const driver = new NetworkDriver(place, context);
    const own = standInDriver(context, { send: (request) => driver.send(request) });
    return {
      ...own,
      capabilities: {
        ...own.capabilities,
        settles: place.settles,
        kinds: ['text', 'media', 'poll'],
        numberCheck: true,
      },
      start: async () => driver.connect(),
      stop: async () => driver.stop(),
      lookUp: async (numbers) => driver.link()?.lookUp(numbers) ?? [],
      probe: async (ids) => {
        const link = driver.link();
        if (!link) throw new Error('not connected');
        return new Map(link.probe(ids).map(({ id, level }) => [id, level]));
      },
    } satisfies Driver;
  };

class NetworkDriver {
  readonly #place: DriverPlace;
  readonly #context: DriverContext;
  #link: Link | null = null;
  #stopped = false;
  #broken: (() => void)[] = [];

  constructor(place: DriverPlace, context: DriverContext) {
    this.#place = place;
    this.#context = context;
  }

  link(): Link | null {
    return this.#link;
  }

  connect(): void {
    if (this.#stopped) return;
    const { network, account, clock, whenAwake } = this.#place;
    const { emit, engineId } = this.#context;
    const link: Link | null = network.connect(
      { device: engineId, secret: 'secret', account },
      {
        receipts: (receipts, cursor) =>
          whenAwake(() =>
            emit({
              kind: 'receipts',
              receipts: receipts.map(({ id, level, atMs }) => ({ waMessageId: id, level, atMs })),
              taken: () => link?.acknowledgeReceipts(cursor),
            }),
          ),
        messages: (_, cursor) => whenAwake(() => link?.acknowledgeMessages(cursor)),
        restriction: (restriction) =>
          whenAwake(() =>
            emit({
              kind: 'restriction',
              scope: restriction?.scope ?? 'all',
              untilMs: restriction?.untilMs ?? null,
              lifted: restriction === null,
            }),
          ),
        closed: (reason) =>
          whenAwake(() => {
            if (this.#link !== link) return;
            this.#link = null;
            for (const broken of this.#broken.splice(0)) broken();
            emit({ kind: 'status', status: 'disconnected', reason });
            // Another process uses this device now; reconnecting would disconnect it in turn.
            if (reason !== 'replaced') clock.schedule(RECONNECT_MS, () => this.connect());
          }),
      },
    );
    if (!link) throw new Error('the network does not know the device');
    this.#link = link;
    this.#place.linked(link);
    emit({ kind: 'status', status: 'connected' });
  }

  stop(): void {
    this.#stopped = true;
    this.#link?.close();
    this.#link = null;
  }

  async send({ waMessageId: id, to, body, inDoubt }: Parameters<Driver['send']>[0]): Promise<DriverOutcome> {
    const link = this.#link;
    if (!link) return { kind: 'in-doubt', cause: 'not connected' };
    const { clock, whenAwake } = this.#place;
    let networkBody: Body;
    try {
      networkBody = await this.#say(body);
    } catch (error) {
      return withoutFile(error, inDoubt);
    }
    return new Promise((resolve) => {
      this.#broken.push(() => resolve({ kind: 'in-doubt', cause: 'the connection broke' }));
      void sleep(clock, ANSWER_TIMEOUT_MS).then(() => resolve({ kind: 'in-doubt', cause: 'no answer' }));
      void link
        .send({ id, to, body: networkBody })
        .then((reply) => whenAwake(() => resolve(outcomeOf(reply, this.#place.refusals))));
    });
  }

  async #say(body: MessageBody): Promise<Body> {
    if (body.kind !== 'media') return body;
    const { kind, text, media, mimeType, fileName, bytes, fileId } = body;
    const content = await this.#context.file(fileId);
    this.#place.network.files.add(content);
    return { kind, text, media, mimeType, fileName, bytes, sha256: createHash('sha256').update(content).digest('hex') };
  }
}

function outcomeOf(reply: SendReply, refusals: History['refusals']): DriverOutcome {
  if (reply.kind === 'accepted') return { kind: 'accepted', wireId: reply.id, atMs: reply.atMs };
  const { code, reason, afterMs } = reply;
  const next = code === 'restricted' ? 'hold-lane' : code === 'rate-limited' ? refusals : 'never';
  return { kind: 'rejected', code, reason, next, ...(afterMs === undefined ? {} : { afterMs }) };
}
