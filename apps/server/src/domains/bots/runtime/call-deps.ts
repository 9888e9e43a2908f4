import type { Platform } from '../../../platform/platform.ts';

/** What a step's call needs besides the step. */
export type CallDeps = Pick<Platform, 'database' | 'config' | 'secret' | 'broker' | 'events' | 'hooks'>;
