export { commandEngine } from './command-engine.ts';
export { engineInSight } from './engine-in-sight.ts';
export { FENCE, whyRefused } from './engine-lease.ts';
export { type HeardOf, isGone, presenceOf } from './engine-presence.ts';
export { engineRemoved } from './engine-removed.ts';
export { engineBody, engineOf, engineQuery } from './engine-request.ts';
export type { EngineIdentity } from './engine-token.ts';
export { enginesDomain } from './engines.domain.ts';
export { enginesStale } from './engines.events.ts';
export { mayManageEngines } from './engines.policy.ts';
export { connectedEngineOf, findEngine, listEngines } from './engines.queries.ts';
export { findGroups, findGroupsNamed, groupsOpenTo, type KnownGroup, listGroups } from './group-facts.ts';
export { restartEngine } from './restart-engine.ts';
export {
  choosableEngines,
  READY_ENGINES,
  type SendingEngine,
  sendingEngineOf,
  USUAL_ENGINE,
} from './sending-engine.ts';
