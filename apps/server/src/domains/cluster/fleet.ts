import { FLEET_SIZES, type FleetSize, type SimulatedFleet } from '@switchyard/contracts/cluster';
import type { Platform } from '../../platform/platform.ts';

/** A simulated fleet belongs to the demo, and only where the local cluster runs in this very process. */
export const isFleetOffered = ({ config, cluster }: Platform): boolean => config.demo && cluster?.fleet != null;

/** The fleet there is, and whether this server offers to change it. */
export function presentFleet(platform: Platform): SimulatedFleet {
  const current = platform.cluster?.fleet?.current() ?? null;
  return {
    isOffered: isFleetOffered(platform),
    current: current && { nodes: current.nodes, pods: current.pods },
  };
}

/** Puts a fleet in, in place of an earlier one; null takes it out. */
export async function setFleet(platform: Platform, size: FleetSize | null): Promise<void> {
  const { nodes, pods } = FLEET_SIZES[size ?? 'small'];
  await platform.cluster?.fleet?.set(size && `nodes:${nodes},pods:${pods}`);
}
