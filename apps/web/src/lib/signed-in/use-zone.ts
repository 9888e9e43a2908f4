import type { Me } from '@switchyard/contracts/accounts/operations';
import { useMe } from './use-me.ts';

/** The zone that times are written in for somebody: their own, or that of the workspace. */
export const zoneOf = ({ times, workspace }: Pick<Me, 'times' | 'workspace'>): string => times.zone ?? workspace.zone;

/** The same, of who is signed in. */
export const useZone = (): string => zoneOf(useMe());
