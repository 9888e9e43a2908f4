import { Refusal } from '../../platform/refusal.ts';
import { engineState, isInBrowser, listEngines, presenceOf } from '../engines/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { ALL_ENGINES, type Context, singleAnswer } from './answers.ts';
import { publicOperations as v1 } from './public-operations.ts';

async function enginesOf({ db, platform, actor }: Context) {
  const { rows } = await listEngines(db, actor.workspaceId, { limit: ALL_ENGINES, skip: 0 });
  return rows.map((row) => {
    const { status, isLive } = engineState(row, presenceOf(platform, row.id));
    const isConnected = isLive && status === 'connected';
    const type = isInBrowser(row) ? 'regular' : 'gateway';
    return { id: row.id, type, connected: isConnected, state: status.toUpperCase() } as const;
  });
}

export const ping = {
  check: v1.ping.check.handler(async ({ context }) => {
    const connected = (await enginesOf(context)).filter((engine) => engine.connected);
    return singleAnswer({
      api: 'ok',
      accountId: context.actor.workspaceId,
      whatsappConnections: connected.map(({ id, type }) => ({ id, type, connected: true as const })),
      ...(connected.length === 0 && { message: 'No number is connected to WhatsApp.' }),
    });
  }),
};

export const account = {
  retrieve: v1.account.retrieve.handler(async ({ context: { db, actor } }) => {
    const workspace = await findWorkspace(db, actor.workspaceId);
    if (!workspace) throw new Refusal('NOT_FOUND');
    return singleAnswer({
      id: workspace.id,
      name: workspace.name,
      userEmail: actor.email,
      timezone: workspace.zone,
      createdAt: workspace.createdAt.toISOString(),
    });
  }),
};

export const engines = { list: v1.engines.list.handler(async ({ context }) => singleAnswer(await enginesOf(context))) };
