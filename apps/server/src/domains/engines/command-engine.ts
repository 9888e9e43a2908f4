import type { Action, ActionParts } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { askEngine, type EngineRequest } from './engine-commands.ts';
import { mayManageEngines } from './engines.policy.ts';
import { type EngineRow, findEngine } from './engines.queries.ts';

/** How long a person waits for an engine to do as told. */
const COMMAND_TIMEOUT_MS = 10_000;

type Parts = ActionParts & { broker: Broker };

/** Has a running engine of the actor's workspace carry out a command. @returns what it answered. */
async function command(
  { db, broker }: Parts,
  actor: Actor,
  engineId: string,
  request: EngineRequest,
): Promise<{ engine: EngineRow; data: Record<string, unknown> }> {
  const key = { engineId, workspaceId: actor.workspaceId };
  if (!(await findEngine(db, key))) throw new Refusal('NOT_FOUND');
  authorize(mayManageEngines(actor));
  const answer = await askEngine(broker, engineId, request, COMMAND_TIMEOUT_MS);
  if (answer.kind === 'away') throw new Refusal('ENGINE_AWAY');
  if (answer.kind === 'refused') {
    throw new Refusal('ENGINE_REFUSED', undefined, `The engine could not do it: ${answer.reason}.`);
  }
  await writeAudit(db, actor, { action: `engine.${request.name}`, subject: engineId });
  const engine = await findEngine(db, key);
  if (!engine) throw new Refusal('NOT_FOUND');
  return { engine, data: answer.data };
}

/**
 * Ends the link to the WhatsApp account. The engine itself tells how it stands then.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `ENGINE_AWAY` after ten seconds of silence, `ENGINE_REFUSED` with the engine's own reason
 */
export const logOutEngine: Action<{ id: string }, EngineRow, Parts> = async (parts, actor, { id }) => {
  const { engine } = await command(parts, actor, id, { name: 'log-out' });
  return { result: engine, events: [] };
};

/** Has the engine show a fresh QR code. @throws Refusal as {@link logOutEngine} */
export const refreshQr: Action<{ id: string }, EngineRow, Parts> = async (parts, actor, { id }) => {
  const { engine } = await command(parts, actor, id, { name: 'refresh-pairing' });
  return { result: engine, events: [] };
};

/** Asks for the code that links a phone by its number. @throws Refusal as {@link logOutEngine} */
export const askPairingCode: Action<
  { id: string; phoneNumber: string },
  { code: string; expiresAt: string | null },
  Parts
> = async (parts, actor, { id, phoneNumber }) => {
  const { data } = await command(parts, actor, id, { name: 'pairing-code', phoneNumber });
  const { code, lifeMs } = data;
  const expiresAt =
    typeof lifeMs === 'number' && lifeMs >= 0 ? new Date(parts.clock.now().getTime() + lifeMs).toISOString() : null;
  return { result: { code: String(code ?? ''), expiresAt }, events: [] };
};
