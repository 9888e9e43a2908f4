import { FLEET_SIZES, type FleetSize, type SimulatedFleet } from '@switchyard/contracts/cluster/simulated-fleet';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Cluster } from '../../platform/kubernetes/start-cluster.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { operateClusterRefusal } from './cluster.policy.ts';
import { recordClusterAction } from './record-cluster-action.ts';

interface FleetDeps {
  config: Pick<Config, 'demo'>;
  cluster: Cluster | null;
}

/** A simulated fleet belongs to the demo, and is only possible if the local cluster runs in this process. */
const isFleetOffered = ({ config, cluster }: FleetDeps): boolean => config.demo && cluster?.fleet != null;

/** The current fleet, and whether this server offers to change it. */
export function presentFleet(platform: FleetDeps): SimulatedFleet {
  const current = platform.cluster?.fleet?.current() ?? null;
  return {
    isOffered: isFleetOffered(platform),
    current: current && { nodes: current.nodes, pods: current.pods },
  };
}

/** Replaces the simulated fleet; null removes it. @throws Refusal `FORBIDDEN` */
export const setFleet: Action<{ size: FleetSize | null }, FleetSize | null, ActionDeps & FleetDeps> = async (
  deps,
  actor,
  { size },
) => {
  authorize(operateClusterRefusal(actor));
  if (!isFleetOffered(deps)) {
    throw new Refusal('FORBIDDEN', undefined, 'A simulated fleet is for the demo, on the local cluster.');
  }
  const { nodes, pods } = FLEET_SIZES[size ?? 'small'];
  await deps.cluster?.fleet?.set(size && `nodes:${nodes},pods:${pods}`);
  await recordClusterAction(deps.db, actor, { action: 'fleet.set', details: { size } });
  return { result: size, events: [] };
};
