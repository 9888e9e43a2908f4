export { restartEngine } from './change-engine.ts';
export { FENCE, releaseLeaseOf, whyRefused } from './engine-lease.ts';
export { engineBody, engineOf } from './engine-request.ts';
export { type EngineIdentity, issueEngineToken } from './engine-token.ts';
export { enginesDomain } from './engines.domain.ts';
export { mayExploreAnyEngine, mayManageEngines } from './engines.policy.ts';
export { findEngine, sendingEngineOf } from './engines.queries.ts';
