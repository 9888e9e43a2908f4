export { engineInSight } from './engine-in-sight.ts';
export { FENCE, releaseLeaseOf, whyRefused } from './engine-lease.ts';
export { engineBody, engineOf } from './engine-request.ts';
export { type EngineIdentity, issueEngineToken } from './engine-token.ts';
export { enginesDomain } from './engines.domain.ts';
export { enginesStale } from './engines.events.ts';
export { mayManageEngines } from './engines.policy.ts';
export { findEngine, sendingEngineOf } from './engines.queries.ts';
export { restartEngine } from './restart-engine.ts';
