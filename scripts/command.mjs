// `npm run backup`, `restore`, `doctor`, `reset-admin` and `rebuild-conversations`: run programs of
// apps/server/src/commands with the server's settings.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findNode, root } from './toolchain.mjs';

const [name, ...args] = process.argv.slice(2);
const program = join(root, 'apps', 'server', 'src', 'commands', `${name}.ts`);
const { status } = spawnSync(findNode(), [program, ...args], { stdio: 'inherit' });
process.exit(status ?? 1);
