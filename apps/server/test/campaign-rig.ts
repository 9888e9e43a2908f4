import type { Text } from '@switchyard/contracts/text/registry';
import { expect } from 'vitest';
import { advanceCampaigns } from '../src/domains/campaigns/advance.ts';
import { newId } from '../src/platform/database/columns.ts';
import type { TestServer } from './test-server.ts';

interface ShownCampaign {
  _id: string;
  state: string;
  pausedBecause: Text | null;
  isExpanded: boolean;
  recipients: number;
  counts: Record<string, number>;
  waits: { engineId: string; engineName: string; holds: { rule: string }[] }[];
}

interface MadeMessage {
  id: string;
  recipient: string;
  body: string;
  status: string;
  hold_rule: string | null;
  engine_id: string | null;
  due_at: Date;
}

export const EVERYBODY = { from: { kind: 'all' } };
/** The number of the contact at this position, from 1. */
export const mobileOf = (at: number) => `+4477009${String(at).padStart(5, '0')}`;
/** The sum over all states: always the number of recipients. */
export const sumOf = ({ counts }: ShownCampaign) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Campaigns over the web API, advanced step by step, with fake engine reports on their messages. */
export function campaignRig(server: () => TestServer) {
  const query = (text: string, values?: unknown[]) => server().database.pool.query(text, values);

  const addEngine = async (workspaceId: string, ownerId: string, name: string) => {
    const engineId = newId();
    await query(
      `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired, engine_type)
       values ($1, $2, $3, $4, 'simulator', 'x', 'connected', 'running', 'session-pod')`,
      [engineId, workspaceId, ownerId, name],
    );
    await query('insert into engine_lanes (engine_id) values ($1)', [engineId]);
    return engineId;
  };

  return {
    /** A workspace with an engine and this many contacts; every tenth has no city. */
    async workspace(contacts: number) {
      const { token } = await server().signUp();
      const me = await server().call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, {
        token,
      });
      const workspaceId = me.body.workspace._id;
      const engineId = await addEngine(workspaceId, me.body._id, 'Main');
      await query(`update workspaces set plan = 'pro' where id = $1`, [workspaceId]);
      await query(
        `insert into contacts (id, workspace_id, name, mobile, fields)
         select uuidv7(), $1, 'Guest ' || n, '+4477009' || lpad(n::text, 5, '0'),
           case when n % 10 = 0 then '{}' else jsonb_build_object('city', 'City ' || n) end
         from generate_series(1, $2::int) n`,
        [workspaceId, contacts],
      );
      const ask = <Body = ShownCampaign>(method: string, path: string, body?: unknown) =>
        server().call<Body>(method, path, body, { token });
      return {
        workspaceId,
        engineId,
        ask,
        addEngine: (name: string) => addEngine(workspaceId, me.body._id, name),
        launch: (more: object = {}) =>
          ask('POST', '/api/campaigns', {
            name: 'Sale',
            audience: EVERYBODY,
            variants: ['Hi {name}'],
            launchKey: newId(),
            ...more,
          }),
        get: async (id: string) => (await ask('GET', `/api/campaigns/${id}`)).body,
        async messages(): Promise<MadeMessage[]> {
          const { rows } = await query(
            `select id, recipient, body, status, hold_rule, engine_id, due_at from messages where workspace_id = $1 order by due_at, id`,
            [workspaceId],
          );
          return rows;
        },
      };
    },

    /** Advances every open campaign by one step. @returns whether the next step need not wait */
    async step(now = new Date()) {
      const { failed, isExpanding } = await advanceCampaigns(server().database.db, {
        now,
        publicUrl: 'https://example.test',
      });
      expect(failed).toEqual([]);
      return isExpanding;
    },

    /** Reports a status for the first messages that are waiting and not held. */
    report: (workspaceId: string, status: string, limit = 1_000_000) =>
      query(
        `update messages set status = $2, sent_at = case when $2 = 'sent' then now() end, updated_at = now(), send_failure_reason = case when $2 = 'failed' then 'No such number' end
         where id in (select id from messages where workspace_id = $1 and status = 'pending' and hold_rule is null order by due_at, id limit $3)`,
        [workspaceId, status, limit],
      ),
  };
}
