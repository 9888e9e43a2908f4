import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { saveEngineSettings } from '../../apps/server/src/domains/engines/engine-settings.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { createLaneFixture, type LaneFixture } from '../../apps/server/test/lane-fixture.ts';
import { SECRET } from '../dispatch/server-under-test.ts';

const CONNECT_TIMEOUT_MS = 180_000;
const SEND_TIMEOUT_MS = 120_000;
const MESSAGES_PER_ENGINE = 100;

interface Network {
  network: SimulatedNetwork;
  face: Awaited<ReturnType<typeof listen>>;
}

/** Engines of one driver with accounts of the simulated network; scans the codes of drivers that show one. */
export class MeasuredFleet {
  readonly #database: Database;
  readonly #driver: string;
  readonly #serverUrl: string;
  readonly #network: Network;
  readonly #accounts = new Map<string, { lane: LaneFixture; account: string }>();

  constructor(database: Database, driver: string, serverUrl: string, network: Network) {
    this.#database = database;
    this.#driver = driver;
    this.#serverUrl = serverUrl;
    this.#network = network;
  }

  /** Adds engines for the host in `podName`. */
  async add(count: number, podName: string): Promise<LaneFixture[]> {
    const lanes: LaneFixture[] = [];
    for (let at = 0; at < count; at += 1) {
      const lane = await createLaneFixture(this.#database);
      const account = `+4478${String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0')}`;
      // The simulator driver links to the given account, the Cloud API needs no linking, and the others show a code.
      const isLinked = this.#driver === 'simulator' || this.#driver === 'cloud-api';
      await this.#database.pool.query(
        `update engines set driver = $2, phone_number = $3, pod_name = $4, status = 'initializing' where id = $1`,
        [lane.engineId, this.#driver, isLinked ? account : null, podName],
      );
      if (this.#driver === 'cloud-api') await this.#register(lane.engineId, account);
      this.#accounts.set(lane.engineId, { lane, account });
      lanes.push(lane);
    }
    return lanes;
  }

  /** Scans the shown codes until all engines are connected. */
  async untilConnected(check: () => void): Promise<void> {
    const scanned = new Set<string>();
    for (const began = performance.now(); performance.now() - began < CONNECT_TIMEOUT_MS; await delay(100)) {
      check();
      const { rows } = await this.#database.pool.query<{ id: string; status: string; qrcode: string | null }>(
        'select id, status, qrcode from engines where id = any ($1)',
        [[...this.#accounts.keys()]],
      );
      if (rows.every((row) => row.status === 'connected')) return;
      for (const { id, qrcode } of rows) {
        if (qrcode === null || scanned.has(qrcode)) continue;
        scanned.add(qrcode);
        await this.#network.network.phones.scan(this.#accounts.get(id)?.account ?? '', qrcode);
      }
    }
    throw new Error(`the ${this.#driver} engines did not connect in time`);
  }

  /** Sends a hundred messages from every engine to ten people, who read them. */
  async sendMessages(): Promise<void> {
    for (const { lane } of this.#accounts.values()) {
      for (let friend = 0; friend < 10; friend += 1) {
        await lane.addMany(MESSAGES_PER_ENGINE / 10, { to: `+44770091${String(friend).padStart(4, '0')}` });
      }
    }
    const engineIds = [...this.#accounts.keys()];
    for (const began = performance.now(); performance.now() - began < SEND_TIMEOUT_MS; await delay(200)) {
      const { rows } = await this.#database.pool.query<{ left: number }>(
        `select count(*)::int as left from messages where engine_id = any ($1) and status <> 'sent'`,
        [engineIds],
      );
      if (rows[0]?.left === 0) return;
    }
    throw new Error(`the ${this.#driver} engines did not send their messages in time`);
  }

  async #register(engineId: string, account: string): Promise<void> {
    const [appSecret, verifyToken] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    const save = (phoneNumberId: string, accessToken: string) =>
      saveEngineSettings(this.#database.db, SECRET, engineId, {
        'cloud-api': JSON.stringify({ phoneNumberId, accessToken, apiVersion: 'v25.0' }),
        'cloud-api webhook': JSON.stringify({ appSecret, verifyToken }),
      });
    await save('11111', 'no token yet');
    const webhookUrl = `${this.#serverUrl}/webhooks/cloud-api/${engineId}`;
    const number = await this.#network.face.graph.register(account, { webhookUrl, verifyToken, appSecret });
    await save(number.phoneNumberId, number.accessToken);
  }
}
