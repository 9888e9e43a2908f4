import type { DriverName } from '@switchyard/contracts/engine/driver-capabilities';
import type { NewEngineSession } from '@switchyard/contracts/engines/sessions';
import { and, count, eq } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Config, namespaceOfEngines } from '../../platform/config/config.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { entitlements } from '../billing/index.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { chooseDriver, paceOf } from './drivers.ts';
import { enginesStale } from './engines.events.ts';
import { manageEnginesRefusal } from './engines.policy.ts';
import { type EngineRow, findEngine } from './engines.queries.ts';
import { engineLanes, engines } from './engines.schema.ts';
import { recordSessionEvents } from './record-session-events.ts';
import { keepSendingEngine } from './set-default-engine.ts';

/**
 * Creates an engine session with its lane, if the plan allows another one (spec 000 section 5: legacy engines do not
 * count). Locks the workspace's row, so that two concurrent requests cannot both take the last slot.
 * @throws Refusal `INVALID`, `UPGRADE_REQUIRED`, `ENGINE_LIMIT_REACHED`, `FORBIDDEN`
 */
export const createEngineSession: Action<
  NewEngineSession,
  EngineRow,
  ActionDeps & { config: Pick<Config, 'demo' | 'kubernetesNamespace'> }
> = ({ db, config }, actor, input) =>
  db.transaction(async (tx) => {
    authorize(manageEnginesRefusal(actor));
    const driver = readDriver(config, actor, input);
    const { workspaceId } = actor;
    await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for('update');
    const { gatewayEngines: limit } = await entitlements(tx, workspaceId);
    if (limit === 0) throw new Refusal('UPGRADE_REQUIRED');
    const [{ present } = { present: 0 }] = await tx
      .select({ present: count() })
      .from(engines)
      .where(and(eq(engines.workspaceId, workspaceId), eq(engines.engineType, 'session-pod')));
    if (limit !== null && present >= limit) throw new Refusal('ENGINE_LIMIT_REACHED', { limit });

    await keepSendingEngine(tx, workspaceId);
    const [row] = await tx
      .insert(engines)
      .values({
        workspaceId,
        ownerId: actor.userId,
        name: input.name ?? 'WhatsApp',
        gatewayType: input.gatewayType,
        driver,
        active: input.active,
        status: 'initializing',
        k8sNamespace: namespaceOfEngines(config),
      })
      .returning();
    if (!row) throw new Error('the engine session was not stored');
    await tx.insert(engineLanes).values({ engineId: row.id, ...paceOf(driver, input.pace) });
    await recordSessionEvents(tx, row, [{ event: 'session_request', state: 'initializing', trigger: 'user' }]);
    await writeAudit(tx, actor, { action: 'engine.create', subject: row.id, details: { name: row.name, driver } });
    const engine = await findEngine(tx, { engineId: row.id, workspaceId });
    if (!engine) throw new Error('the engine session was not stored');
    return { result: engine, events: [enginesStale(workspaceId, row.id)] };
  });

/** @throws Refusal `INVALID` */
function readDriver(
  config: Pick<Config, 'demo' | 'kubernetesNamespace'>,
  actor: Actor,
  input: NewEngineSession,
): DriverName {
  const driver = chooseDriver(config, input.driver);
  const namespace = namespaceOfEngines(config);
  const faults = [
    ...(input.owner !== undefined && input.owner !== actor.userId
      ? [{ field: 'owner', message: 'An engine session belongs to the person who creates it.' }]
      : []),
    ...(input.k8sNamespace !== undefined && input.k8sNamespace !== namespace
      ? [{ field: 'k8sNamespace', message: `Engines live in the namespace ${namespace}.` }]
      : []),
    ...(driver === null ? [{ field: 'driver', message: 'This server has no such driver.' }] : []),
  ];
  if (faults.length > 0 || driver === null) throw invalid(faults);
  return driver;
}
