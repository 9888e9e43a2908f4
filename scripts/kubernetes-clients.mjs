// Real Kubernetes clients for the tests of the local cluster: the machine's own, else Debian's packages if they may be
// installed.
import { spawnSync } from 'node:child_process';
import { installPackages } from './debian.mjs';
import { say } from './toolchain.mjs';

const CLIENTS = [
  { name: 'kubectl', package: 'kubernetes-client', check: ['kubectl', 'version', '--client'] },
  {
    name: 'the Python client',
    package: 'python3-kubernetes',
    check: ['/usr/bin/python3', '-c', 'import kubernetes'],
  },
  { name: 'the Ruby client', package: 'ruby-kubeclient', check: ['/usr/bin/ruby', '-e', 'require "kubeclient"'] },
];

const works = ({ check: [program, ...args] }) =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0;

/** Makes the clients available, or reports the missing ones, whose tests do not run. */
export function findKubernetesClients() {
  const missing = CLIENTS.filter((client) => !works(client));
  if (missing.length > 0) installPackages(...missing.map((client) => client.package));
  for (const client of missing.filter((candidate) => !works(candidate))) {
    say(`${client.name} is not available: the local cluster is NOT tested with it`);
  }
}
