/** Hosts a local cluster in the given folder until it is killed. Prints the cluster's URL and token as JSON. */
import { startLocalCluster } from '../src/index.ts';
import { TEST_IMAGES } from './images.ts';

const [, , directory = ''] = process.argv;
const cluster = await startLocalCluster({ port: 0, directory, allowedOrigins: [], images: TEST_IMAGES });
process.stdout.write(`${JSON.stringify({ url: cluster.url, token: cluster.token })}\n`);
