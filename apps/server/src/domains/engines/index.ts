export { commandEngine } from './command-engine.ts';
export { FENCE, fenceError, LEASE } from './engine-lease.ts';
export {
  isProcessOffline,
  type PresenceLookup,
  presenceChangedSince,
  presenceOf,
} from './engine-presence.ts';
export { engineRemoved } from './engine-removed.ts';
export { engineBody, engineOf, engineQuery } from './engine-request.ts';
export { engineState, standingColumns } from './engine-standing.ts';
export type { EngineIdentity } from './engine-token.ts';
export { enginesDomain } from './engines.domain.ts';
export { enginesStale } from './engines.events.ts';
export { IN_BROWSER, isInBrowser, manageEnginesRefusal } from './engines.policy.ts';
export { connectedEngineOf, findEngine, listEngines } from './engines.queries.ts';
export { findVisibleEngine } from './find-visible-engine.ts';
export { findGroups, findGroupsNamed, groupsOpenTo, type KnownGroup, listGroups } from './group-facts.ts';
export { listOffline } from './list-offline.ts';
export { restartEngine } from './restart-engine.ts';
export {
  choosableEngines,
  isBrowserAway,
  READY_ENGINES,
  type SendingEngine,
  sendingEngineOf,
  USUAL_ENGINE,
} from './sending-engine.ts';
