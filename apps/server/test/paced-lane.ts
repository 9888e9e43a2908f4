import type { SendOutcome } from '@switchyard/contracts/engine/protocol';
import type { LanePacing } from '@switchyard/contracts/messages/lane';
import type { OwnQuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { newId } from '../src/platform/database/columns.ts';
import { createLaneFixture, type LaneFixture } from './lane-fixture.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A message requested by a test. */
export interface PacedMessage {
  id: string;
  to: string;
  /** The recipient's zone. */
  zone: string;
  dueMs: number;
  isExempt: boolean;
  /** A reply to someone who wrote. */
  isReply?: boolean;
}

/** A contact that a test writes to. */
interface PacedContact {
  mobile: string;
  zone: string;
  isKnown: boolean;
  quietHours?: OwnQuietHours;
}

/** A lane with pacing rules, worked by the server's own claim and report on a clock that only moves when set. */
export interface PacedLane {
  fixture: LaneFixture;
  setNow(nowMs: number): void;
  setRules(rules: LanePacing): Promise<void>;
  addContacts(contacts: readonly PacedContact[]): Promise<void>;
  add(messages: readonly Omit<PacedMessage, 'id'>[]): Promise<PacedMessage[]>;
  claim(): Promise<{ ids: string[]; nextInMs: number | null }>;
  report(id: string, outcome: SendOutcome): Promise<void>;
  restrict(scope: 'new' | 'all', untilMs: number): Promise<void>;
  /** When a deferred message is claimable again. */
  claimableMs(id: string): Promise<number>;
}

/** @param zone the workspace's, in which days are counted */
export async function createPacedLane({ database, setNow }: VirtualClock, zone: string): Promise<PacedLane> {
  const { pool } = database;
  const fixture = await createLaneFixture(database, zone);
  const generation = await fixture.lease();
  const literal = (value: string | number | null) => (value === null ? 'null' : `'${value}'`);
  await fixture.setLane({ refilled_at: 'now()', known_tokens: '0', new_tokens: '0', reply_tokens: '0' });
  return {
    fixture,
    setNow,
    setRules: ({ knownPerMinute, newPerMinute, burst, dailyCap, quietFrom, quietTo, ...rules }) =>
      fixture.setLane({
        replies_per_minute: literal(rules.repliesPerMinute ?? null),
        ...{
          gap_from_seconds: literal(rules.gapFromSeconds ?? null),
          gap_to_seconds: literal(rules.gapToSeconds ?? null),
        },
        ...{ known_per_minute: literal(knownPerMinute), new_per_minute: literal(newPerMinute), burst: literal(burst) },
        ...{ daily_cap: literal(dailyCap), quiet_from: literal(quietFrom), quiet_to: literal(quietTo) },
      }),
    async addContacts(contacts) {
      for (const { mobile, zone: of, isKnown, quietHours = null } of contacts) {
        await pool.query(
          `insert into contacts (id, workspace_id, name, mobile, zone, quiet_hours) values (uuidv7(), $1, $2, $2, $3, $4)`,
          [fixture.workspaceId, mobile, of, quietHours && JSON.stringify(quietHours)],
        );
        if (isKnown) {
          await pool.query('insert into engine_recipients (engine_id, recipient) values ($1, $2)', [
            fixture.engineId,
            mobile,
          ]);
        }
      }
    },
    async add(given) {
      const rows = given.map((message) => ({ ...message, id: newId(), due: new Date(message.dueMs).toISOString() }));
      await pool.query(
        `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id, quiet_exempt, hold_rule)
         select id, $1, $2, 'Ann', '[]', "to", 'Hello', due, '2026-01-01T00:00', 'UTC', due, '3EB0' || upper(substr(md5(id::text), 1, 18)), "isExempt", case when "isReply" then 'reply' end
         from json_to_recordset($3::json) as given (id uuid, "to" text, due timestamptz, "isExempt" boolean, "isReply" boolean)`,
        [fixture.workspaceId, fixture.engineId, JSON.stringify(rows)],
      );
      return rows.map(({ due: _, ...one }) => one);
    },
    async claim() {
      const { messages, nextInMs } = await fixture.claim(generation);
      return { ids: messages.map(({ _id }) => _id), nextInMs };
    },
    async report(id, outcome) {
      await fixture.report(generation, { results: [{ _id: id, outcome, inDoubt: false }] });
    },
    async restrict(scope, untilMs) {
      await fixture.report(generation, { restriction: { scope, untilMs, lifted: false } });
    },
    async claimableMs(id) {
      const { rows } = await pool.query<{ at: Date }>('select claimable_at as at from messages where id = $1', [id]);
      return rows[0]?.at.getTime() ?? 0;
    },
  };
}
