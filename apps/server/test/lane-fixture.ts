import { randomBytes } from 'node:crypto';
import type { reportRequest } from '@switchyard/contracts/engine/protocol';
import type { z } from 'zod';
import { takeLease } from '../src/domains/engines/engine-lease.ts';
import type { EngineIdentity } from '../src/domains/engines/engine-token.ts';
import { claim } from '../src/domains/messages/lane/claim.ts';
import type { Claim } from '../src/domains/messages/lane/claim-answer.ts';
import { type ReportResult, report } from '../src/domains/messages/lane/report.ts';
import { resume } from '../src/domains/messages/lane/resume.ts';
import { newId } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';

/** A workspace with one engine, created directly in the database. */
export interface LaneFixture {
  userId: string;
  workspaceId: string;
  engineId: string;
  identity: EngineIdentity;
  /** Takes the lane for this holder. @returns its generation. */
  lease(holder?: string): Promise<number>;
  /** Adds a pending message; `due` is an SQL expression. @returns its id. */
  add(message?: { due?: string; to?: string; text?: string }): Promise<string>;
  /** Adds many pending messages, due one microsecond apart from `due`. */
  addMany(count: number, message?: { due?: string; to?: string }): Promise<void>;
  /** Claims due messages, at most 100 by default. */
  claim(generation: number, limit?: number): Promise<Claim>;
  /** Claims messages in flight from earlier generations, and from this one except `holding`. */
  resume(generation: number, options?: { holding?: string[]; limit?: number }): Promise<Claim>;
  /** Sends a report with these results only. */
  report(generation: number, results: Partial<z.infer<typeof reportRequest>>): Promise<ReportResult>;
  /** Sets columns of the lane by SQL expressions. */
  setLane(settings: Record<string, string>): Promise<void>;
  /** The lane's messages by due time. */
  rows(): Promise<MessageRow[]>;
}

export interface MessageRow {
  id: string;
  status: string;
  ack: number;
  version: number;
  attempt: number;
  tries: number;
  in_doubt: boolean;
  wa_message_id: string;
  recipient: string;
  lease_generation: string | null;
  hold_rule: string | null;
  send_failure_reason: string | null;
  retry_count: number;
  claimable_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  engine_id: string | null;
  wire_id: string | null;
}

export async function createLaneFixture({ pool }: Database, zone = 'UTC'): Promise<LaneFixture> {
  const [userId, workspaceId, engineId] = [newId(), newId(), newId()];
  await pool.query(`insert into users (id, name, email) values ($1, 'Someone', $2)`, [
    userId,
    `${userId}@example.test`,
  ]);
  await pool.query(`insert into workspaces (id, name, slug, zone, plan) values ($1, 'Ours', $2, $3, 'pro')`, [
    workspaceId,
    workspaceId,
    zone,
  ]);
  await pool.query(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     values ($1, $2, $3, 'Main', 'simulator', 'switchyard', 'connected', 'running')`,
    [engineId, workspaceId, userId],
  );
  await pool.query('insert into engine_lanes (engine_id) values ($1)', [engineId]);
  const identity = { engineId, tokenVersion: 1 };
  const insert = (count: number, due: string, to: string | null, text: string) =>
    pool.query<{ id: string }>(
      `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id)
       select uuidv7(), $1, $2, 'Ann', '[]', coalesce($3, '+447700' || (100000 + one % 800000)), $4, at, '2026-01-01T00:00', 'UTC', at,
         '3EB0' || upper(substr(md5($5 || one), 1, 18))
       from (select one, ${due} + one * interval '1 microsecond' as at from generate_series(1, $6::int) one) due returning id`,
      [workspaceId, engineId, to, text, randomBytes(8).toString('hex'), count],
    );
  return {
    userId,
    workspaceId,
    engineId,
    identity,
    lease: async (holder = 'pod-a') => (await takeLease(pool, identity, { holder, instanceId: newId() })).generation,
    async add({ due = `now() - interval '1 second'`, to = '+447700900001', text = 'Hello' } = {}) {
      return (await insert(1, due, to, text)).rows[0]?.id ?? '';
    },
    async addMany(count, { due = `now() - interval '1 second'`, to } = {}) {
      await insert(count, due, to ?? null, 'Hello');
    },
    claim: (generation, limit = 100) => claim(pool, identity, { generation, limit }),
    resume: (generation, { holding, limit = 100 } = {}) => resume(pool, identity, { generation, limit, holding }),
    report: (generation, results) =>
      report(pool, identity, { generation, results: [], acks: [], released: [], ...results }),
    async setLane(settings) {
      const columns = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
      await pool.query(`update engine_lanes set ${columns.join(', ')} where engine_id = $1`, [engineId]);
    },
    async rows() {
      const { rows } = await pool.query<MessageRow>('select * from messages where engine_id = $1 order by due_at, id', [
        engineId,
      ]);
      return rows;
    },
  };
}
