import { type Text, text } from '@switchyard/contracts/text/text';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { type EngineRequest, requestFromEngine } from './engine-commands.ts';
import { manageEnginesRefusal } from './engines.policy.ts';
import { type EngineRow, findEngine } from './engines.queries.ts';

/** How long a person waits for an engine to execute a command. */
const COMMAND_TIMEOUT_MS = 10_000;

type Deps = ActionDeps & { broker: Broker };

interface CommandOptions {
  /** The command's id; generated if omitted. */
  commandId?: string;
  timeoutMs?: number;
  /** Replaces {@link manageEnginesRefusal}. */
  may?: (actor: Pick<Actor, 'onBehalfOf'>) => Refusal | null;
  /** Read-only, so not audited. */
  isRead?: boolean;
  /** Refusal text if the engine does not answer. */
  away?: Text;
}

/**
 * Makes a running engine of the actor's workspace execute a command.
 * @returns its answer
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `ENGINE_AWAY` after ten seconds without an answer unless `timeoutMs` says
 * otherwise, `ENGINE_REFUSED` with the engine's own reason
 */
export async function commandEngine(
  { db, broker }: Deps,
  actor: Actor | SystemActor,
  engineId: string,
  request: EngineRequest,
  { commandId, timeoutMs = COMMAND_TIMEOUT_MS, may = manageEnginesRefusal, isRead = false, away }: CommandOptions = {},
): Promise<{ engine: EngineRow; data: Record<string, unknown> }> {
  const key = { engineId, workspaceId: actor.workspaceId };
  if (!(await findEngine(db, key))) throw new Refusal('NOT_FOUND');
  authorize(may(actor));
  const answer = await requestFromEngine(broker, engineId, request, timeoutMs, commandId);
  if (answer.kind === 'away') throw new Refusal('ENGINE_AWAY', undefined, away);
  if (answer.kind === 'refused') {
    throw new Refusal('ENGINE_REFUSED', undefined, text('engineCouldNot', { reason: answer.reason }));
  }
  if (!isRead) await writeAudit(db, actor, { action: `engine.${request.name}`, subject: engineId });
  const engine = await findEngine(db, key);
  if (!engine) throw new Refusal('NOT_FOUND');
  return { engine, data: answer.data };
}

/**
 * Unlinks the WhatsApp account. The engine itself reports its new status.
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `ENGINE_AWAY` after ten seconds without an answer, `ENGINE_REFUSED` with
 * the engine's own reason
 */
export const logOutEngine: Action<{ id: string }, EngineRow, Deps> = async (deps, actor, { id }) => {
  const { engine } = await commandEngine(deps, actor, id, { name: 'log-out' });
  return { result: engine, events: [] };
};

/** Makes the engine show a new QR code. @throws Refusal like {@link logOutEngine} */
export const refreshQr: Action<{ id: string }, EngineRow, Deps> = async (deps, actor, { id }) => {
  const { engine } = await commandEngine(deps, actor, id, { name: 'refresh-pairing' });
  return { result: engine, events: [] };
};

/** Requests the code that links a phone by its number. @throws Refusal like {@link logOutEngine} */
export const requestPairingCode: Action<
  { id: string; phoneNumber: string },
  { code: string; expiresAt: string | null },
  Deps
> = async (deps, actor, { id, phoneNumber }) => {
  const { data } = await commandEngine(deps, actor, id, { name: 'pairing-code', phoneNumber });
  const { code, lifeMs } = data;
  const expiresAt =
    typeof lifeMs === 'number' && lifeMs >= 0 ? new Date(deps.clock.now().getTime() + lifeMs).toISOString() : null;
  return { result: { code: String(code ?? ''), expiresAt }, events: [] };
};
