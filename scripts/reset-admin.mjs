// `npm run reset-admin -- EMAIL [admin|support|user]`: lets a person in again who is locked out, with the settings of the running server.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findNode, root } from './toolchain.mjs';

const program = join(root, 'apps', 'server', 'src', 'reset-admin.ts');
const { status } = spawnSync(findNode(), [program, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
