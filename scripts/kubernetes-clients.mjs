// Real Kubernetes clients for the tests of the local cluster: the machine's own, else Debian's packages when we may install them.
import { spawnSync } from 'node:child_process';
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

/** Makes sure that the clients are there; says which are not, since their tests do not run then. */
export function findKubernetesClients() {
  const missing = CLIENTS.filter((client) => !works(client));
  if (missing.length > 0 && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    say(`installing ${missing.map((client) => client.package).join(', ')} (apt-get)`);
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    const packages = missing.map((client) => client.package);
    const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], quiet).status;
    if (install() !== 0) {
      spawnSync('apt-get', ['update'], quiet);
      install();
    }
  }
  for (const client of missing.filter((one) => !works(one))) {
    say(`there is no ${client.name} here and none can be installed: the local cluster is NOT tested with it`);
  }
}
