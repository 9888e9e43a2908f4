export { engineInSight } from './engine-in-sight.ts';
<<<<<<< HEAD
export { FENCE, whyRefused } from './engine-lease.ts';
=======
export { FENCE, releaseLeaseOf, whyRefused } from './engine-lease.ts';
export { type HeardOf, isGone, presenceOf } from './engine-presence.ts';
>>>>>>> main
export { engineBody, engineOf } from './engine-request.ts';
export type { EngineIdentity } from './engine-token.ts';
export { enginesDomain } from './engines.domain.ts';
export { enginesStale } from './engines.events.ts';
export { mayManageEngines } from './engines.policy.ts';
export { findEngine, sendingEngineOf } from './engines.queries.ts';
export { restartEngine } from './restart-engine.ts';
