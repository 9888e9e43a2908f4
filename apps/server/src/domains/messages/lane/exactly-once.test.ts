import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { cancelMessage } from '../change/cancel-message.ts';
import { editMessage } from '../change/edit-message.ts';
import { claim } from './claim.ts';
import { report } from './report.ts';
import { resume } from './resume.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

type Step =
  | { do: 'create' }
  | { do: 'edit' | 'cancel'; message: number }
  | { do: 'claim'; limit: number }
  | { do: 'send'; count: number }
  | { do: 'report'; lost: boolean }
  | { do: 'crash' }
  | { do: 'race'; message: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const) }),
  fc.record({ do: fc.constantFrom('edit' as const, 'cancel' as const), message: fc.nat(9) }),
  fc.record({ do: fc.constant('claim' as const), limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('send' as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('report' as const), lost: fc.boolean() }),
  fc.record({ do: fc.constant('crash' as const) }),
  fc.record({ do: fc.constant('race' as const), message: fc.nat(9) }),
);

/** An engine process with its WhatsApp, for which the same id is the same message. */
class World {
  readonly lane: LaneFixture;
  readonly created: string[] = [];
  readonly cancelled = new Set<string>();
  /** Arrived texts by message id, one each. */
  readonly arrived = new Map<string, string>();
  #generation = 0;
  #toSend: { _id: string; waMessageId: string; text: string }[] = [];
  #toReport: { _id: string; waMessageId: string }[] = [];

  constructor(lane: LaneFixture) {
    this.lane = lane;
  }

  async start(): Promise<void> {
    this.#toSend = [];
    this.#toReport = [];
    this.#generation = await this.lane.lease();
    const { messages } = await resume(database.pool, this.lane.identity, { generation: this.#generation, limit: 100 });
    this.#take(messages);
  }

  #take(messages: Awaited<ReturnType<typeof claim>>['messages']): void {
    this.#toSend.push(...messages.map(({ _id, waMessageId, body }) => ({ _id, waMessageId, text: body.text })));
  }

  async claim(limit: number): Promise<void> {
    this.#take((await claim(database.pool, this.lane.identity, { generation: this.#generation, limit })).messages);
  }

  send(count: number): void {
    for (const message of this.#toSend.splice(0, count)) {
      const before = this.arrived.get(message.waMessageId);
      if (before !== undefined) expect(message.text).toBe(before);
      this.arrived.set(message.waMessageId, message.text);
      this.#toReport.push(message);
    }
  }

  /** `lost`: the server records the report, but the engine gets no response and repeats it. */
  async report(lost: boolean): Promise<void> {
    const results = this.#toReport.map(({ _id, waMessageId }) => ({
      _id,
      outcome: { kind: 'accepted' as const, wireId: waMessageId, atMs: 1 },
    }));
    const reported = { generation: this.#generation, results, acks: [], released: [] };
    expect((await report(database.pool, this.lane.identity, reported)).refused).toEqual([]);
    if (!lost) this.#toReport = [];
  }

  async change(message: number, what: 'edit' | 'cancel'): Promise<void> {
    const id = this.created[message % Math.max(1, this.created.length)];
    if (!id) return;
    try {
      if (what === 'edit')
        await act(database.db, this.lane, editMessage, { id, message: `edited ${randomUUID()}`, pastDue: 'refuse' });
      else this.cancelled.add((await act(database.db, this.lane, cancelMessage, { id })).id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  async run(step: Step): Promise<void> {
    if (step.do === 'create') this.created.push(await this.lane.add({ text: randomUUID() }));
    else if (step.do === 'edit' || step.do === 'cancel') await this.change(step.message, step.do);
    else if (step.do === 'claim') await this.claim(step.limit);
    else if (step.do === 'send') this.send(step.count);
    else if (step.do === 'report') await this.report(step.lost);
    else if (step.do === 'crash') await this.start();
    else await Promise.all([this.claim(3), this.change(step.message, 'cancel'), this.change(step.message + 1, 'edit')]);
  }

  async finish(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds += 1) {
      await this.claim(100);
      this.send(100);
      await this.report(false);
    }
  }
}

test('in any order of create, edit, cancel, claim, send, report and crash, each message arrives once, under one id, with its last text; a cancelled one never does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = new World(await createLaneFixture(database));
      await world.start();
      for (const step of steps) await world.run(step);
      await world.finish();

      const rows = await world.lane.rows();
      expect(rows.map((row) => row.id).sort()).toEqual([...world.created].sort());
      for (const row of rows) {
        const cancelled = world.cancelled.has(row.id);
        expect(row.status).toBe(cancelled ? 'cancelled' : 'sent');
        expect(world.arrived.has(row.wa_message_id)).toBe(!cancelled);
      }
      expect(world.arrived.size).toBe(world.created.length - world.cancelled.size);
      const { rows: texts } = await database.pool.query(
        `select wa_message_id, body from messages where engine_id = $1 and status = 'sent'`,
        [world.lane.engineId],
      );
      for (const { wa_message_id, body } of texts) expect(world.arrived.get(wa_message_id)).toBe(body);
    }),
    { numRuns: 60 },
  );
}, 120_000);

test('ten concurrent workspaces: every lane gets only its own messages', async () => {
  const worlds = await Promise.all(
    Array.from({ length: 10 }, async () => new World(await createLaneFixture(database))),
  );
  await Promise.all(
    worlds.map(async (world) => {
      await world.start();
      for (let at = 0; at < 20; at += 1) await world.run({ do: 'create' });
      await world.run({ do: 'race', message: 3 });
      await world.run({ do: 'crash' });
      await world.finish();
    }),
  );
  for (const world of worlds) {
    const ours = new Set((await world.lane.rows()).map((row) => row.wa_message_id));
    expect([...world.arrived.keys()].every((id) => ours.has(id))).toBe(true);
    expect(world.arrived.size).toBe(20 - world.cancelled.size);
  }
});
