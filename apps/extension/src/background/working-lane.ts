import type { EngineCommand } from '@switchyard/contracts/engine/commands';
import type { QueueAnswer } from '@switchyard/contracts/engine/extension';
import { inEnglish } from '@switchyard/contracts/text/text';
import { runCommand } from '../../../engine/src/commands.ts';
import { type BrokerConnection, connectToBroker } from '../../../engine/src/connection/broker.ts';
import { ServerRefusal } from '../../../engine/src/connection/server-answer.ts';
import type { CreateDriver, DriverContext, DriverEvent } from '../../../engine/src/drivers/driver.ts';
import { createLane, type Lane, type LaneEnd } from '../../../engine/src/lane/lane.ts';
import { createLog } from '../../../engine/src/log.ts';
import type { LaneState, LastAction } from '../shared/popup-messages.ts';
import { extensionDriver } from './extension-driver.ts';
import type { Pairing } from './saved-state.ts';
import { connectToServer, type ExtensionServer } from './server.ts';
import type { WhatsAppTabs } from './whatsapp-tabs.ts';

/** Below the 30 s without events after which Chrome suspends a worker. */
const KEEPALIVE_SECONDS = 20;
/** Wait before requesting a lane again that another browser holds. */
const HELD_MS = 15_000;
const STOP_MS = 3_000;

interface WorkingLaneDeps {
  pairing: Pairing;
  browserId: string;
  tabs: WhatsAppTabs;
  acted(action: LastAction): void;
  ended(why: LaneEnd): void;
}

/** The engine's lane in this worker: the same code that an engine pod runs, on another driver. */
export class WorkingLane {
  readonly #server: ExtensionServer;
  readonly #lane: Lane;
  readonly #acted: (action: LastAction) => void;
  readonly #stopping = Promise.withResolvers<void>();
  #broker: BrokerConnection | null = null;
  #state: LaneState = 'starting';
  #pageReason: string | null = null;
  #phoneNumber: string | null = null;

  constructor({ pairing, browserId, tabs, acted, ended }: WorkingLaneDeps) {
    const { serverUrl, engineId, token } = pairing;
    const log = createLog('warn', (line) => console.info(line));
    const instanceId = crypto.randomUUID();
    this.#acted = acted;
    this.#server = this.#withState(connectToServer(serverUrl, token));
    this.#lane = createLane({
      engineId,
      holder: `extension-${browserId}`,
      instanceId,
      server: this.#server,
      createDriver: this.#withRecording(extensionDriver(tabs)),
      log,
      onLease: (generation) => {
        this.#broker = connectToBroker({
          url: `${serverUrl.replace(/^http/, 'ws')}/mqtt`,
          engineId,
          token,
          instanceId,
          generation,
          log,
          keepaliveSeconds: KEEPALIVE_SECONDS,
          onPoke: () => this.#lane.poke(),
          onCommand: (command) => this.#carryOut(command),
        });
      },
    });
    void this.#lane.done.then(async (end) => {
      await this.#broker?.close();
      ended(end);
    });
  }

  get facts() {
    const { status } = this.#lane;
    return { lane: this.#state, page: status, pageReason: this.#pageReason, phoneNumber: this.#phoneNumber };
  }

  /** Returns null if unknown. */
  async readQueue(): Promise<QueueAnswer | null> {
    const { generation } = this.#lane;
    return generation === null ? null : this.#server.readQueue(generation).catch(() => null);
  }

  stop(): Promise<void> {
    this.#stopping.resolve();
    return this.#lane.stop(STOP_MS);
  }

  async #carryOut(command: EngineCommand): Promise<Record<string, unknown>> {
    if (command.name !== 'health') return runCommand(this.#lane, this.#server, command);
    const { status, generation, driver } = this.#lane;
    return { status, generation, driver: driver?.name ?? null };
  }

  /**
   * Tracks whether the server responds, and whether another browser holds the lane, in which case the next attempt is
   * delayed.
   */
  #withState(server: ExtensionServer): ExtensionServer {
    const tracked =
      <Body, Answer>(call: (body: Body) => Promise<Answer>) =>
      async (body: Body): Promise<Answer> => {
        try {
          const answer = await call(body);
          this.#state = 'working';
          return answer;
        } catch (error) {
          const isHeld = error instanceof ServerRefusal && error.code === 'LEASE_HELD';
          this.#state = isHeld ? 'held' : 'server-away';
          if (isHeld)
            await Promise.race([this.#stopping.promise, new Promise((resolve) => setTimeout(resolve, HELD_MS))]);
          throw error;
        }
      };
    return { ...server, lease: tracked(server.lease), renew: tracked(server.renew), claim: tracked(server.claim) };
  }

  /** Records the driver's actions and events for the popup. */
  #withRecording(create: CreateDriver): CreateDriver {
    return (context: DriverContext) => {
      const driver = create({
        ...context,
        emit: (event) => {
          this.#record(event);
          context.emit(event);
        },
      });
      const send = driver.send.bind(driver);
      driver.send = async (request) => {
        const outcome = await send(request);
        const of = { chat: request.to, atMs: Date.now() };
        if (outcome.kind === 'accepted') this.#acted({ kind: 'sent', ...of });
        else if (outcome.kind === 'rejected')
          this.#acted({ kind: 'not-sent', reason: inEnglish(outcome.reason), ...of });
        return outcome;
      };
      return driver;
    };
  }

  #record(event: DriverEvent): void {
    if (event.kind === 'status') {
      this.#pageReason = event.reason ?? null;
      if (event.phoneNumber !== undefined) this.#phoneNumber = event.phoneNumber;
    }
    const received = event.kind === 'messages' ? event.messages.findLast(({ fromMe }) => !fromMe) : undefined;
    if (received) this.#acted({ kind: 'received', chat: received.chat, atMs: Date.now() });
  }
}
