import { eq } from 'drizzle-orm';
import { users } from '../src/domains/accounts/accounts.schema.ts';
import { accountsDomain } from '../src/domains/accounts/index.ts';
import { clusterDomain } from '../src/domains/cluster/index.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export interface ClusterServer extends TestServer {
  /** A signed-in operator. */
  admin: { token: string; email: string };
  /** Creates a pod that runs a shell script on the server's local cluster, and returns its name. */
  createPod(name: string, script: string, containers?: string[], namespace?: string): Promise<string>;
  /** Namespace of engine pods. */
  namespace: string;
}

/**
 * A server with its own real local cluster, sign-in and the console, but no reconciler, so that all pods are the
 * test's.
 */
export async function startClusterServer(): Promise<ClusterServer> {
  const server = await startTestServer({
    domains: [accountsDomain, clusterDomain],
    config: { cluster: 'local', localClusterPort: 0, roles: ['api', 'worker'] },
  });
  const admin = await server.signUp();
  await server.database.db.update(users).set({ role: 'admin' }).where(eq(users.email, admin.email));
  const { cluster } = server.platform;
  if (!cluster) throw new Error('the server has no cluster');
  return {
    ...server,
    admin,
    namespace: cluster.namespace,
    async createPod(name, script, containers = ['main'], namespace = cluster.namespace) {
      await cluster.client.create(cluster.client.path('pods', namespace), {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, labels: { 'app.kubernetes.io/name': 'switchyard-engine' } },
        spec: {
          restartPolicy: 'Never',
          terminationGracePeriodSeconds: 1,
          containers: containers.map((container) => ({
            name: container,
            image: 'switchyard-engine',
            command: ['/bin/sh', '-c', script],
          })),
        },
      });
      return name;
    },
  };
}
