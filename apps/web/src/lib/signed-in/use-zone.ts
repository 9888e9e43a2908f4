import type { Me } from '@switchyard/contracts/accounts/operations';
import { useMe } from './use-me.ts';

/** A user's time zone: their own, or the workspace's. */
export const zoneOf = ({ times, workspace }: Pick<Me, 'times' | 'workspace'>): string => times.zone ?? workspace.zone;

/** The time zone of the signed-in user. */
export const useZone = (): string => zoneOf(useMe());
