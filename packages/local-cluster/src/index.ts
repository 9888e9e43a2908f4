export { type FleetOptions, parseFleet } from './fleet/fleet-options.ts';
export type { LocalImage } from './kubelet/images.ts';
export { type LocalCluster, type LocalClusterOptions, startLocalCluster } from './local-cluster.ts';
