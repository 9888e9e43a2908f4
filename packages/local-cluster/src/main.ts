// The local cluster as a standalone program: `node packages/local-cluster/src/main.ts`. For trying `CLUSTER=kubernetes`
// on one machine, and for tests that stop and restart an API server. It writes DIRECTORY/kubeconfig, prints when it is
// ready, and stops at SIGTERM.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFleet } from './fleet/fleet-options.ts';
import { kubeconfigText } from './kubeconfig.ts';
import type { LocalImage } from './kubelet/images.ts';
import { startLocalCluster } from './local-cluster.ts';

const STOP_GRACE_MS = 5_000;

const { env } = process;
const file = (path: string | undefined) => (path === undefined ? undefined : readFileSync(path, 'utf8'));
const directory = env.DIRECTORY;
if (!directory) throw new Error("DIRECTORY: the cluster's folder is required");
const namespace = env.NAMESPACE ?? 'switchyard-gateways';
const [key, cert, clientCa] = [file(env.TLS_KEY), file(env.TLS_CERT), file(env.CLIENT_CA)];
const certificateAuthority = file(env.TLS_CA);

const cluster = await startLocalCluster({
  port: Number(env.PORT ?? 8080),
  directory,
  allowedOrigins: env.ORIGINS?.split(',') ?? [],
  // Such as {"switchyard-engine":{"command":["node","apps/engine/dist/main.js"]}}
  images: JSON.parse(env.IMAGES ?? '{}') as Record<string, LocalImage>,
  namespaces: [namespace],
  onProblem: (error) => console.error(error),
  crashBackoff: { firstMs: 1_000, maximumMs: 60_000 },
  hasFaultSwitch: env.FAULTS === 'true',
  ...(key && cert && { tls: { key, cert, ...(clientCa && { clientCa }) } }),
  ...(env.FLEET && { fleet: parseFleet(env.FLEET, namespace) }),
});
const user = { token: cluster.token };
const facts = { server: cluster.url, namespace, user, ...(certificateAuthority && { certificateAuthority }) };
writeFileSync(join(directory, 'kubeconfig'), kubeconfigText(facts), { mode: 0o600 });
console.log(`The local cluster is ready at ${cluster.url}`);
process.once('SIGTERM', () => {
  void cluster.stop(STOP_GRACE_MS).then(() => process.exit(0));
});
