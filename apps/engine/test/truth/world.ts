import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { SimulatedNetwork, VirtualClock } from '@switchyard/whatsapp-simulator';
import { vi } from 'vitest';
import { releaseLeaseOf } from '../../../server/src/domains/engines/engine-lease.ts';
import type { Attachment } from '../../../server/src/domains/messages/write/attachment.ts';
import { insertMessages } from '../../../server/src/domains/messages/write/insert-messages.ts';
import type { VirtualDatabase } from '../../../server/test/virtual-database.ts';
import { EngineProcess } from './engine-process.ts';
import type { Call, CallFault, Edited, History, Step } from './history.ts';
import { type People, peopleOf } from './people.ts';
import { type Copy, takeCopy, useCopy } from './replica.ts';
import type { Surroundings } from './surroundings.ts';
import type { Wanted } from './wanted.ts';

/** Three people with WhatsApp and one without. */
const PEOPLE = ['+447700900001', '+447700900002', '+447700900003', '+15550009999'] as const;
export const isAbsent = (number: string): boolean => number.startsWith('+1555000');
const FILES = ['first file', 'second file'].map((text) => new TextEncoder().encode(text));
const POLLS = [
  ['Yes', 'No'],
  ['Tea', 'Coffee', 'Neither'],
];
/** Maximum time that `report` and the driver wait for each other; no fault lasts longer. */
const LATE_AT_MAX_MS = 9_000;

interface Engine {
  id: string;
  account: string;
  desired: 'running' | 'absent' | 'deleted';
  processes: EngineProcess[];
}

/** What all processes of a history have in common. */
type Kind = Pick<History, 'settles' | 'refusals' | 'speaks'>;

let worlds = 0;

/** A workspace with its engines, a WhatsApp network, and a clock that only moves when told to. */
export class World implements Surroundings {
  readonly network: SimulatedNetwork;
  readonly driver: Pick<History, 'settles' | 'refusals'>;
  readonly #speaks: History['speaks'];
  readonly workspaceId = randomUUID();
  readonly wanted: Wanted[] = [];
  /** Ids of messages that may be on a phone although a failover lost them. */
  readonly forgottenIds = new Set<string>();
  /** A person stopped or deleted an engine, so that messages in progress may stay unknown. */
  engineWasTaken = false;
  /** Confirmed data was lost once: a receipt that was reported and acknowledged is not sent again. */
  failedOver = false;
  /** Texts that a healthy engine never finished sending. */
  stuck: string[] = [];
  readonly #virtual: VirtualDatabase;
  readonly #networkClock: VirtualClock;
  readonly #people: People;
  readonly #userId = randomUUID();
  readonly #fileIds: string[] = FILES.map(() => randomUUID());
  readonly #engines: Engine[] = [];
  readonly #faults: { call: Call; fault: CallFault; delayMs: number }[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #number = ++worlds;
  #nowMs: number;
  #serverIsBackAtMs = 0;
  #copy: Copy | null = null;
  #pods = 0;

  private constructor(virtual: VirtualDatabase, { settles, refusals, speaks }: Kind) {
    this.#virtual = virtual;
    this.driver = { settles, refusals };
    this.#speaks = speaks;
    this.#nowMs = Date.now();
    this.#networkClock = new VirtualClock(this.#nowMs);
    this.network = new SimulatedNetwork({ directory: null, clock: this.#networkClock, seed: 1 });
    this.#people = peopleOf(this.database, {
      userId: this.#userId,
      workspaceId: this.workspaceId,
      nowMs: () => this.#nowMs,
    });
  }

  static async open(virtual: VirtualDatabase, kind: Kind): Promise<World> {
    const world = new World(virtual, kind);
    await world.#track(() => world.#create());
    return world;
  }

  get database() {
    return this.#virtual.database;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  get serverIsAway(): boolean {
    return this.#nowMs < this.#serverIsBackAtMs;
  }

  faultOf(call: Call) {
    const at = this.#faults.findIndex((fault) => fault.call === call);
    return at < 0 ? null : (this.#faults.splice(at, 1)[0] ?? null);
  }

  later(delayMs: number, task: () => void): void {
    this.#networkClock.schedule(Math.min(delayMs, LATE_AT_MAX_MS), task);
  }

  track<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#track(work);
  }

  content(fileId: string): Uint8Array {
    return FILES[this.#fileIds.indexOf(fileId)] ?? new Uint8Array();
  }

  async run(step: Step): Promise<void> {
    await this.#do(step);
    await this.#settle();
  }

  /** Ends all faults, and gives everyone who still has something to do the time for it. */
  async finish(startAgain: boolean): Promise<void> {
    this.#faults.length = 0;
    this.#serverIsBackAtMs = 0;
    this.network.faults.clear();
    for (const { account } of this.#engines) await this.network.phones.restrict(account, null);
    for (const person of PEOPLE) await this.network.phones.setOffline(person, false);
    for (const one of this.#processes()) one.resume(this.#nowMs);
    await this.#advance(HEALED_MS);
    // After a failover a lane may have forgotten rows that the copy says it holds; it reports its held rows within
    // minutes (`HOLDING_TOLD_MS`).
    if (!this.failedOver && (await this.#onTheirWay()).length > 0) {
      await this.#advance(PATIENCE_MS);
      this.stuck = await this.#onTheirWay();
    }
    for (const engine of this.#engines) {
      if (engine.desired === 'absent' && startAgain) await this.#do({ do: 'start-engine' }, engine);
    }
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      for (const one of this.#processes()) one.kill();
      // Step by step: late calls to the server are carried out at their own time, not at the end of the wait.
      await this.#advance(ROUND_MS);
      await this.#track(() => this.#people.sweep());
      for (const engine of this.#engines) {
        if (engine.desired === 'running') this.#start(engine, 'last');
      }
      await this.#advance(6_000);
      if (!(await this.#isBusy())) break;
    }
    // The last receipts are on their way.
    await this.#advance(HEALED_MS);
  }

  /** Ends every process and leaves nothing that the sweep of a later world would find. */
  async close(): Promise<void> {
    for (const one of this.#processes()) one.kill();
    await this.#settle();
    await this.database.pool.query(`
      delete from messages where workspace_id = '${this.workspaceId}';
      delete from engines where workspace_id = '${this.workspaceId}';`);
    this.network.close();
  }

  /** Whether this engine should run; null for any engine. */
  runs(engineId: string | null): boolean {
    return this.#engines.some(
      (engine) => engine.desired === 'running' && (engineId === null || engine.id === engineId),
    );
  }

  async #create(): Promise<void> {
    const contents = FILES.map((bytes, at) => {
      const id = this.#fileIds[at];
      const hash = createHash('sha256').update(bytes).digest('hex');
      return `insert into file_contents (id, workspace_id, sha256, bytes) values ('${id}', '${this.workspaceId}', '\\x${hash}', ${bytes.length});
        insert into files (id, workspace_id, content_id, name, mime_type, media) values ('${id}', '${this.workspaceId}', '${id}', 'file-${at}.txt', 'text/plain', 'document');`;
    });
    await this.database.pool.query(`
      insert into users (id, name, email) values ('${this.#userId}', 'Someone', '${this.#userId}@example.test');
      insert into workspaces (id, name, slug, zone, plan) values ('${this.workspaceId}', 'Ours', '${this.workspaceId}', 'UTC', 'pro');
      ${contents.join('\n')}`);
    await this.#addEngine();
  }

  async #addEngine(): Promise<void> {
    const id = randomUUID();
    const account = `+4478${String(10_000_000 + this.#number * 10 + this.#engines.length)}`;
    await this.database.pool.query(`
      insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired, phone_number)
        values ('${id}', '${this.workspaceId}', '${this.#userId}', 'Main', 'simulator', 'switchyard', 'connected', 'running', '${account}');
      insert into engine_lanes (engine_id) values ('${id}');`);
    this.#engines.push({ id, account, desired: 'running', processes: [] });
  }

  #processes(): EngineProcess[] {
    return this.#engines.flatMap((engine) => engine.processes);
  }

  /** The engine that steps apply to: the first that still exists. */
  #engine(): Engine | null {
    return this.#engines.find((engine) => engine.desired !== 'deleted') ?? null;
  }

  async #do(step: Step, engine: Engine | null = this.#engine()): Promise<void> {
    const latest = engine?.processes.at(-1);
    switch (step.do) {
      case 'schedule':
        return this.#schedule(step.person, step.inMs, step.carries);
      case 'edit':
        return this.#edit(step.message, step.what, step.person);
      case 'cancel':
      case 'restore':
      case 'resolve':
      case 'try-again':
        return this.#decide(step.do, step.message);
      case 'wait':
        return this.#advance(step.ms);
      case 'network':
        return this.network.faults.add({ kind: step.kind, times: step.times, delayMs: step.delayMs });
      case 'call':
        this.#faults.push(step);
        return;
      case 'restrict':
        if (!engine) return;
        return this.network.phones.restrict(engine.account, { scope: step.scope, untilMs: this.#nowMs + step.forMs });
      case 'phone':
        return this.network.phones.setOffline(PEOPLE[step.person % 3] ?? '', step.offline);
      case 'disconnect':
        if (engine) this.network.phones.disconnect(engine.account);
        return;
      case 'start':
        if (engine?.desired === 'running') this.#start(engine, latest?.holder ?? 'pod');
        return;
      case 'take-over':
        if (engine?.desired === 'running') this.#take(engine);
        return;
      case 'kill':
        latest?.kill();
        return;
      case 'terminate':
        void latest?.lane.stop(4_000);
        return;
      case 'suspend':
      case 'sleep':
        latest?.pause(step.do === 'sleep' ? 'asleep' : 'suspended');
        return;
      case 'resume':
        for (const one of this.#processes()) one.resume(this.#nowMs);
        return;
      case 'stop-engine':
        if (engine?.desired === 'running') await this.#stop(engine);
        return;
      case 'start-engine':
        if (engine?.desired !== 'absent') return;
        engine.desired = 'running';
        await this.#track(() => this.#people.startEngine(engine.id));
        await this.#restart(engine);
        return;
      case 'delete-engine':
        if (!engine) return;
        engine.desired = 'deleted';
        this.engineWasTaken = true;
        await this.#track(() => this.#people.deleteEngine(engine.id));
        this.#endPods(engine);
        return;
      case 'add-engine':
        if (this.#engines.length >= 2) return;
        await this.#track(() => this.#addEngine());
        this.#start(this.#engines.at(-1) as Engine, 'second');
        return;
      case 'sweep':
        return this.#track(() => this.#people.sweep());
      case 'restart-server':
        this.#serverIsBackAtMs = this.#nowMs + step.awayMs;
        return;
      case 'copy':
        this.#copy = await this.#track(() => takeCopy(this.database, this.workspaceId, this.wanted));
        return;
      case 'fail-over':
        return this.#failOver();
    }
  }

  /** The pod's container (re)starts: the earlier process of this pod is gone. */
  #start(engine: Engine, holder: string): void {
    for (const process of engine.processes) if (process.holder === holder) process.kill();
    void this.#spawn(engine, holder);
  }

  /** Another pod starts, while the first may still live because its node was lost. */
  #take(engine: Engine): void {
    void this.#spawn(engine, `pod-${++this.#pods}`);
  }

  /** With the current token, like a pod created by the reconciler. */
  async #spawn(engine: Engine, holder: string): Promise<void> {
    const { rows } = await this.#track(() =>
      this.database.pool.query<{ version: number }>('select token_version as version from engines where id = $1', [
        engine.id,
      ]),
    );
    const [row] = rows;
    if (!row) return;
    const identity = { engineId: engine.id, tokenVersion: row.version };
    const isOfFirstVersion =
      this.#speaks === 'first' || (this.#speaks === 'mixed' && engine.processes.length % 2 === 0);
    engine.processes.push(new EngineProcess(this, identity, { holder, account: engine.account, isOfFirstVersion }));
  }

  async #restart(engine: Engine): Promise<void> {
    for (const process of engine.processes) process.kill();
    this.#take(engine);
  }

  async #stop(engine: Engine): Promise<void> {
    engine.desired = 'absent';
    this.engineWasTaken = true;
    await this.#track(() => this.#people.stopEngine(engine.id));
    this.#endPods(engine);
  }

  /** Like the reconciler: the pod is asked to stop, and gone some time later in any case. */
  #endPods(engine: Engine): void {
    for (const process of engine.processes) {
      void process.lane.stop(4_000);
      this.#networkClock.schedule(5_000, () => {
        process.kill();
        void this.#track(() => releaseLeaseOf(this.database.pool, process.holder));
      });
    }
  }

  #holderOf(message: number): Wanted | null {
    return this.wanted[message % Math.max(1, this.wanted.length)] ?? null;
  }

  #carrying(carries: 'text' | 'file' | 'poll', at: number) {
    const place = at % 2;
    const bytes = FILES[place] ?? new Uint8Array();
    const fileId = this.#fileIds[place] ?? '';
    const options = POLLS[place] ?? [];
    if (carries === 'file') {
      const attachment: Attachment = {
        kind: 'media',
        media: 'document',
        fileId,
        mimeType: 'text/plain',
        fileName: `file-${place}.txt`,
        bytes: bytes.length,
      };
      return { attachment, fileId, shown: `file ${createHash('sha256').update(bytes).digest('hex')}` };
    }
    if (carries === 'poll') {
      const attachment: Attachment = { kind: 'poll', options, selectable: 1 };
      return { attachment, fileId: null, options, shown: `poll ${options.join('|')}` };
    }
    return { attachment: null, fileId: null, shown: '' };
  }

  async #schedule(person: number, inMs: number, carries: 'text' | 'file' | 'poll'): Promise<void> {
    const tag = `m${this.wanted.length}`;
    const to = PEOPLE[person] ?? PEOPLE[0];
    const { attachment, fileId, shown } = this.#carrying(carries, this.wanted.length);
    const text = `${tag} as first written`;
    const engineId = this.#engine()?.id ?? null;
    const ids = await this.#track(() =>
      insertMessages(this.database.db, [
        {
          workspaceId: this.workspaceId,
          createdBy: null,
          engineId,
          contactName: 'Ann',
          contactList: [{ mobile: to }],
          recipient: to,
          body: text,
          attachment,
          fileId,
          quote: null,
          status: 'pending',
          dueAt: new Date(this.#nowMs + inMs),
          dueLocal: '2026-01-01T00:00',
          zone: 'UTC',
          sentWith: 'whatsapp',
          retryCount: 0,
          campaignId: null,
          isRecurring: false,
          verifyContact: this.wanted.length % 2 === 1,
          importId: null,
          importRow: null,
        },
      ]),
    );
    const fresh = { cancelled: false, settledByPerson: false, forgotten: false };
    this.wanted.push({ id: ids[0] ?? '', tag, to, text, carries: shown, ...fresh });
    for (const process of this.#processes()) if (process.isRunning) process.lane.poke();
  }

  async #edit(message: number, what: Edited, person: number): Promise<void> {
    const wanted = this.#holderOf(message);
    if (!wanted) return;
    const to = PEOPLE[person % 3] ?? PEOPLE[0];
    const text = `${wanted.tag} as edited at ${this.#nowMs} ${what}`;
    const carrying = this.#carrying(what === 'file' || what === 'poll' ? what : 'text', person);
    const edits = {
      text: { message: text },
      recipient: { contactList: [{ mobile: to }] },
      file: { attachment: { fileId: carrying.fileId ?? '' } },
      poll: { poll: { options: carrying.options ?? [], selectable: 1 } },
      due: { dueDate: new Date(this.#nowMs + 1_000).toISOString() },
    };
    const before = await this.#idOf(wanted);
    if (!(await this.#track(() => this.#people.edit(wanted.id, edits[what])))) return;
    if (wanted.forgotten && before !== null) this.forgottenIds.add(before);
    if (what === 'text') wanted.text = text;
    if (what === 'recipient') wanted.to = to;
    if (what === 'file' || what === 'poll') wanted.carries = carrying.shown;
    for (const process of this.#processes()) if (process.isRunning) process.lane.poke();
  }

  async #decide(what: 'cancel' | 'restore' | 'resolve' | 'try-again', message: number): Promise<void> {
    const wanted = this.#holderOf(message);
    if (!wanted) return;
    if (what === 'cancel') {
      wanted.cancelled = (await this.#track(() => this.#people.cancel(wanted.id))) || wanted.cancelled;
      return;
    }
    if (what === 'restore') {
      if (!(await this.#track(() => this.#people.restore(wanted.id)))) return;
      wanted.cancelled = false;
      for (const process of this.#processes()) if (process.isRunning) process.lane.poke();
      return;
    }
    // A person who looks at the phone first.
    const arrived = this.network.deliveries
      .page(null, 1_000, 0)
      .data.some(({ text }) => text.startsWith(`${wanted.tag} `));
    if (await this.#track(() => this.#people.resolve(wanted.id, arrived ? 'sent' : 'failed')))
      wanted.settledByPerson = true;
    if (what === 'try-again' && !arrived) await this.#tryAgain(wanted);
  }

  async #tryAgain(wanted: Wanted): Promise<void> {
    const id = await this.#track(() => this.#people.resend(wanted.id));
    if (id === null) return;
    this.wanted.push({ ...wanted, id, cancelled: false, settledByPerson: false, forgotten: false });
    for (const process of this.#processes()) if (process.isRunning) process.lane.poke();
  }

  async #idOf({ id }: Wanted): Promise<string | null> {
    const { rows } = await this.#track(() =>
      this.database.pool.query<{ wa: string }>('select wa_message_id as wa from messages where id = $1', [id]),
    );
    return rows[0]?.wa ?? null;
  }

  async #failOver(): Promise<void> {
    const copy = this.#copy;
    if (!copy) return;
    this.failedOver = true;
    const { forgottenIds } = await this.#track(() => useCopy(this.database, this.workspaceId, copy, this.wanted));
    for (const id of forgottenIds) this.forgottenIds.add(id);
    // The engines' rows are the copy's too: engines stopped or deleted since are back, added ones are gone.
    for (const engine of this.#engines) {
      const row = copy.engines.find((copied) => copied.id === engine.id);
      engine.desired = row ? row.desired : 'deleted';
    }
  }

  async #isBusy(): Promise<boolean> {
    const { rows } = await this.#track(() =>
      this.database.pool.query(
        `select 1 from messages left join engines on engines.id = messages.engine_id
         where messages.workspace_id = $1 and (messages.status = 'sending' or messages.status = 'pending' and (engines.desired = 'running' or (engines.id is null and $2)))`,
        [this.workspaceId, this.runs(null)],
      ),
    );
    return rows.length > 0;
  }

  /** Texts of messages in progress whose engine has a single, connected process. */
  async #onTheirWay(): Promise<string[]> {
    const healthy = this.#engines.filter(({ desired, processes }) => {
      const living = processes.filter((process) => process.isRunning);
      return desired === 'running' && living.length === 1 && living[0]?.lane.status === 'connected';
    });
    if (healthy.length === 0) return [];
    const { rows } = await this.#track(() =>
      this.database.pool.query<{ body: string }>(
        `select body from messages where engine_id = any ($1) and status = 'sending'`,
        [healthy.map((engine) => engine.id)],
      ),
    );
    return rows.map((row) => row.body);
  }

  #track<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#virtual.setNow(this.#nowMs);
    const done = work();
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.add(settled);
    void settled.then(() => this.#underWay.delete(settled));
    return done;
  }

  /** Resolves when nothing is in progress except waits for the clock. */
  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      while (this.#underWay.size > 0) {
        await Promise.all(this.#underWay);
        quiet = 0;
      }
      await turn();
    }
  }

  async #advance(byMs: number): Promise<void> {
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      await this.#settle();
      const clocks = this.#clocks();
      const waits = clocks.flatMap((clock) => {
        const nextMs = clock.nextMs();
        return nextMs === null ? [] : [Math.max(0, nextMs - clock.nowMs())];
      });
      const stepMs = Math.min(untilMs - this.#nowMs, ...waits);
      this.#nowMs += stepMs;
      for (const clock of clocks) clock.advance(stepMs);
      if (this.#nowMs >= untilMs && !waits.some((wait) => wait === stepMs)) break;
    }
    await this.#settle();
  }

  #clocks(): VirtualClock[] {
    return [this.#networkClock, ...this.#processes().flatMap((process) => (process.isRunning ? [process.clock] : []))];
  }
}

const HEALED_MS = 3_000;
/** Longer than any wait of a lane for a retry, and of a driver for an answer. */
const PATIENCE_MS = 45_000;
const QUIET_TURNS = 3;
const MAX_ROUNDS = 14;
/** Longer than any wait for a retry, and than the sweep's patience. */
const ROUND_MS = 20 * 60_000;

/** Number of random draws so far in each concurrent history, so that jitter is the same in every run of a history. */
const drawn = new AsyncLocalStorage<{ times: number }>();

/** Makes randomness repeatable for histories. @returns a function that restores it */
export function tameChance(): () => void {
  const plain = Math.random;
  const chance = vi.spyOn(Math, 'random').mockImplementation(() => {
    const draw = drawn.getStore();
    if (!draw) return plain();
    draw.times += 1;
    return (draw.times * 0.618_033_988_749_895) % 1;
  });
  return () => chance.mockRestore();
}

/** Runs a history in its own world. The judge then examines the world; close it afterwards. */
export const live = (virtual: VirtualDatabase, { startAgain, steps, ...kind }: History): Promise<World> =>
  drawn.run({ times: 0 }, async () => {
    const world = await World.open(virtual, kind);
    for (const step of steps) await world.run(step);
    await world.finish(startAgain);
    return world;
  });
