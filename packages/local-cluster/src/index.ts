export { type FleetOptions, parseFleet } from './fleet/fleet-options.ts';
export { type LocalCluster, type LocalClusterOptions, startLocalCluster } from './local-cluster.ts';
