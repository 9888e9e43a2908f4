import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DriverCapabilities } from '@switchyard/contracts/engine/driver-capabilities';
import { type Delivery, listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { expect, vi } from 'vitest';
import type { AnyDriver, TestCalls } from './driver-calls.ts';
import { DriverHost } from './driver-host.ts';
import { Engine, Life } from './engine.ts';
import { openBusiness } from './simulated-business.ts';

export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 });

/** A number that nobody has used. */
export const newNumber = (): string => `+4477${randomInt(10_000_000, 99_999_999)}`;

/** The simulated network, with one driver in its own process. */
export class World {
  readonly network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  readonly driver: AnyDriver;
  readonly #profilesDirectory = mkdtempSync(join(tmpdir(), 'switchyard-profiles-'));
  readonly #lives = new Map<string, Life>();
  #face: Awaited<ReturnType<typeof listen>> | null = null;
  #host: DriverHost | null = null;
  #shared: Promise<Life> | null = null;
  #capabilities: DriverCapabilities | null = null;

  constructor(driver: AnyDriver) {
    this.driver = driver;
  }

  async open(): Promise<void> {
    this.#face = await listen(this.network, { port: 0 });
    await this.#runningHost();
  }

  get capabilities(): DriverCapabilities {
    if (!this.#capabilities) throw new Error('the world is not open');
    return this.#capabilities;
  }

  get linksByToken(): boolean {
    return this.capabilities.pairing.includes('token');
  }

  /** Whether a person links WhatsApp Web in their own browser, so that nobody else has the code. */
  get linksInBrowser(): boolean {
    return this.capabilities.pairing.length === 0;
  }

  /** Begins a life of an engine's driver. */
  async begin(engine = new Engine()): Promise<Life> {
    const life = new Life(engine, await this.#runningHost());
    this.#lives.set(life.name, life);
    await life.begin();
    return life;
  }

  /** A linked engine for this test only. */
  async connected(engine = new Engine()): Promise<Life> {
    const account = newNumber();
    const life = await this.begin(engine);
    if (this.linksByToken) await this.#register(life, account);
    else await this.scan(life, account);
    await eventually(() => expect(life.status()).toBe('connected'));
    return life;
  }

  /** The account's phone scans the code of the life. */
  async scan(life: Life, account: string): Promise<void> {
    await eventually(() => expect(life.status()).toBe(this.statusOfCode));
    await eventually(async () => {
      const code = this.linksInBrowser ? await life.codeInPage(null) : life.qrcode;
      expect(await this.network.phones.scan(account, code ?? '')).not.toBeNull();
    });
  }

  /** The status while a code waits to be scanned. */
  get statusOfCode(): 'qrcode' | 'unpaired' {
    return this.linksInBrowser ? 'unpaired' : 'qrcode';
  }

  /** A linked engine shared by tests, which must leave its connection alone. */
  shared(): Promise<Life> {
    this.#shared ??= this.connected();
    return this.#shared;
  }

  /** The number of a linked engine. */
  accountOf({ engine }: Life): string {
    if (engine.phoneNumber === null) throw new Error('the engine has no number');
    return engine.phoneNumber;
  }

  arrived(to: string): Delivery[] {
    return this.network.deliveries.page(to, 1_000, 0).data;
  }

  /** Kills the driver's process, with everything in it. */
  async crash(): Promise<void> {
    await this.#host?.kill();
    this.#host = null;
    this.#shared = null;
    this.#lives.clear();
  }

  /** Removes everything of a test except the shared engine. */
  async tidy(): Promise<void> {
    this.network.faults.clear();
    const shared = await this.#shared?.catch(() => null);
    for (const life of [...this.#lives.values()]) if (life !== shared) await this.#end(life);
  }

  async close(): Promise<void> {
    for (const life of [...this.#lives.values()]) await this.#end(life);
    await this.#host?.kill();
    await this.#face?.close();
    this.network.close();
    rmSync(this.#profilesDirectory, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end(life: Life): Promise<void> {
    this.#lives.delete(life.name);
    // A life that the test has stopped is already gone.
    await life.stop('kill').catch(() => undefined);
    life.engine.business?.close();
  }

  async #register(life: Life, account: string): Promise<void> {
    if (!this.#face) throw new Error('the world is not open');
    const business = await openBusiness(this.#face, account);
    life.engine.business = business;
    life.engine.credentials.set('cloud-api', JSON.stringify(business.credential));
    await life.look();
  }

  async #runningHost(): Promise<DriverHost> {
    const url = this.#face?.url ?? '';
    const setup = { driver: this.driver, url, profilesDirectory: this.#profilesDirectory };
    this.#host ??= await DriverHost.start(setup, this.#answers());
    this.#capabilities = this.#host.capabilities;
    return this.#host;
  }

  #answers(): TestCalls {
    const engineOf = ({ life }: { life: string }) => this.#lives.get(life)?.engine ?? new Engine();
    return {
      reportEvent: async ({ life, event }) => this.#lives.get(life)?.handle(event),
      readCredentials(asked) {
        const { credentials } = engineOf(asked);
        return new Map(
          asked.names.flatMap((name) => (credentials.has(name) ? [[name, credentials.get(name) ?? '']] : [])),
        );
      },
      writeCredentials(asked) {
        const { credentials } = engineOf(asked);
        if (asked.clear) credentials.clear();
        for (const [name, text] of Object.entries(asked.values)) {
          if (text === null) credentials.delete(name);
          else credentials.set(name, text);
        }
      },
      content: (asked) => engineOf(asked).sent.get(asked.waMessageId) ?? null,
      file(asked) {
        const content = engineOf(asked).files.get(asked.fileId);
        if (!content) throw new Error('there is no such file');
        return content;
      },
      inbox: async (asked) => (await engineOf(asked).business?.inbox(asked.taken)) ?? { entries: [], more: false },
    };
  }
}
