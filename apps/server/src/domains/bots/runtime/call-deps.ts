import type { Platform } from '../../../platform/platform.ts';

/** Dependencies of a step's external call. */
export type CallDeps = Pick<Platform, 'database' | 'config' | 'secret' | 'broker' | 'events' | 'hooks'>;
