// First half of `npm start`: updates Node 24, the dependencies and the build. Then `serve.sh` becomes the server.
import { build } from './build.mjs';
import { findNode, installDependencies } from './toolchain.mjs';

const node = findNode();
installDependencies(node);
await build(node);
