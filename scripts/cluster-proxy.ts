// `npm run cluster-proxy [origin …]`: forwards the console's direct calls to a real cluster, on 127.0.0.1:8181
// (LOCAL_CLUSTER_PORT), with the kubeconfig of the user who starts it. It admits only the console's four calls, from
// the app's origins (by default http://localhost:3000 and PUBLIC_URL). Pages use it if the server also has
// LOCAL_CLUSTER_PORT set.
import { kubeconfigConnection } from '../apps/server/src/platform/kubernetes/kubeconfig.ts';
import { createClusterProxy } from './cluster-proxy-server.ts';

const port = Number(process.env.LOCAL_CLUSTER_PORT ?? 8181);
const origins = process.argv.slice(2);
const defaults = ['http://localhost:3000', 'http://127.0.0.1:3000', process.env.PUBLIC_URL].filter(
  (origin) => origin !== undefined,
);
const allowedOrigins = (origins.length > 0 ? origins : defaults).map((origin) => new URL(origin).origin);

try {
  const connection = await kubeconfigConnection(null);
  const proxy = createClusterProxy(connection, { port, allowedOrigins }, (line) => console.log(line));
  proxy.on('error', (error) => {
    console.error(`cluster-proxy: ${error.message}`);
    process.exitCode = 1;
  });
  proxy.listen(port, '127.0.0.1', () => {
    console.log(
      `The cluster proxy to ${connection.server} is ready at http://127.0.0.1:${port} for ${allowedOrigins.join(', ')}`,
    );
  });
} catch (error) {
  console.error(`cluster-proxy: ${(error as Error).message}`);
  process.exitCode = 1;
}
