export { clusterDomain } from './cluster.domain.ts';
