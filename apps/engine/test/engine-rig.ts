import { randomInt, randomUUID } from 'node:crypto';
import { type Delivery, listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { expect } from 'vitest';
import { issueEngineToken } from '../../server/src/domains/engines/engine-token.ts';
import { createLaneFixture, type LaneFixture } from '../../server/test/lane-fixture.ts';
import type { TestServer } from '../../server/test/test-server.ts';
import { connectToServer } from '../src/connection/server-client.ts';
import { simulatorDriver } from '../src/drivers/simulator/simulator-driver.ts';
import { createLane, type Lane, type LaneOptions } from '../src/lane/lane.ts';
import { createLog } from '../src/log.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { eventually } from './eventually.ts';

type Face = Awaited<ReturnType<typeof listen>>;
type Deps = Pick<EngineRig, 'server' | 'network' | 'face' | 'fixture'>;

/**
 * One engine between a real server and a simulated WhatsApp with fast people: run as a lane of this process, or as a
 * separate process.
 */
export class EngineRig {
  readonly server: TestServer;
  readonly network: SimulatedNetwork;
  /** The network's address. */
  face: Face;
  /** The engine in the database. */
  readonly fixture: LaneFixture;
  /** The engine's own number, E.164. */
  readonly account = `+4477009${String(randomInt(100_000)).padStart(5, '0')}`;
  readonly #lanes: Lane[] = [];
  readonly #processes: EngineProcess[] = [];

  private constructor({ server, network, face, fixture }: Deps) {
    this.server = server;
    this.network = network;
    this.face = face;
    this.fixture = fixture;
  }

  static async open(server: TestServer): Promise<EngineRig> {
    const network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
    const face = await listen(network, { port: 0, webhookRetryMs: 50 });
    return new EngineRig({ server, network, face, fixture: await createLaneFixture(server.database) });
  }

  /** Stops everything that runs the engine, then the network. */
  async close(): Promise<void> {
    for (const { child } of this.#processes) child.kill('SIGKILL');
    await Promise.all([...this.#processes.map(({ ended }) => ended), ...this.#lanes.map((lane) => lane.stop(500))]);
    await this.face.close();
    this.network.close();
  }

  /** Sets up the engine as linked to the account by an earlier process. */
  async link(): Promise<void> {
    const { database } = this.server;
    await database.pool.query('update engines set phone_number = $1 where id = $2', [
      this.account,
      this.fixture.engineId,
    ]);
  }

  get token(): string {
    return issueEngineToken(this.server.platform.secret, this.fixture.identity);
  }

  /** @param options override those of an engine with the simulator's driver */
  startLane(options: Partial<LaneOptions> & { serverUrl?: string; answerTimeoutMs?: number } = {}): Lane {
    const { serverUrl = this.server.url, answerTimeoutMs = 500, ...rest } = options;
    const lane = createLane({
      engineId: this.fixture.engineId,
      holder: 'pod-a',
      instanceId: randomUUID(),
      server: connectToServer(serverUrl, this.token, { timeoutMs: 2_000 }),
      createDriver: simulatorDriver({ url: this.face.url, answerTimeoutMs }),
      log: createLog('silent'),
      ...rest,
    });
    this.#lanes.push(lane);
    return lane;
  }

  /** @param environment overrides that of a pod with the simulator's driver */
  startProcess(environment: Record<string, string | undefined> = {}, nodeOptions: string[] = []): EngineProcess {
    const process = startEngineProcess(
      {
        ENGINE_ID: this.fixture.engineId,
        ENGINE_TOKEN: this.token,
        SERVER_URL: this.server.url,
        MQTT_URL: this.server.platform.broker.engineUrl,
        POD_NAME: 'pod-a',
        ENGINE_DRIVER: 'simulator',
        SIMULATOR_URL: this.face.url,
        ...environment,
      },
      nodeOptions,
    );
    this.#processes.push(process);
    return process;
  }

  /**
   * Adds messages to this many people. Texts differ, so that the network can distinguish a duplicate send from two
   * messages.
   */
  async addMessages(count: number, people = 7): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      await this.fixture.add({ to: `+44770090${1000 + (at % people)}`, text: `Message ${at}` });
    }
  }

  async statuses(): Promise<string[]> {
    return (await this.fixture.rows()).map((row) => row.status);
  }

  async untilAll(status: string, count: number): Promise<void> {
    await eventually(async () => expect(await this.statuses()).toEqual(Array(count).fill(status)));
  }

  /** Checks the network's count: nothing lost, nothing delivered twice. @returns the first thousand, oldest first */
  expectEachOnce(count: number): Delivery[] {
    const { data, total, duplicates } = this.network.deliveries.page(null, 1_000, 0);
    expect({ total, duplicates }).toEqual({ total: count, duplicates: 0 });
    return data;
  }
}
