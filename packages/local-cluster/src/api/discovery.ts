import { apiVersionOf, RESOURCES, type Resource } from './resources.ts';

/** The Kubernetes version whose behaviour the local cluster follows. */
export const EMULATED_VERSION = { major: '1', minor: '32', gitVersion: 'v1.32.0+switchyard-local' };

/** `GET /version` */
export function versionInfo() {
  return {
    ...EMULATED_VERSION,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}

/** `GET /api` */
export function coreVersions(address: string) {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  };
}

/** `GET /apis` */
export function groupList(resources: readonly Resource[] = RESOURCES) {
  const groups = new Map<string, string>();
  for (const resource of resources) if (resource.group) groups.set(resource.group, resource.version);
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [...groups].map(([name, version]) => {
      const served = { groupVersion: `${name}/${version}`, version };
      return { name, versions: [served], preferredVersion: served };
    }),
  };
}

/** `GET /api/v1` and `GET /apis/GROUP/VERSION`; null if nothing is served there. */
export function resourceList(groupVersion: string, resources: readonly Resource[] = RESOURCES) {
  const served = resources.filter((resource) => apiVersionOf(resource) === groupVersion);
  if (served.length === 0) return null;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: served.flatMap((resource) => [
      {
        name: resource.name,
        singularName: resource.singular,
        namespaced: resource.namespaced,
        kind: resource.kind,
        verbs: resource.verbs,
        ...(resource.shortNames.length > 0 && { shortNames: resource.shortNames }),
        ...(resource.categories && { categories: resource.categories }),
      },
      ...(resource.subresources ?? []).map((subresource) => ({
        ...subresource,
        name: `${resource.name}/${subresource.name}`,
        singularName: '',
        namespaced: resource.namespaced,
      })),
    ]),
  };
}
