// `npm start`, first half: brings Node 24, the dependencies and the build up to date. `serve.sh` then becomes the
// server.
import { build } from './build.mjs';
import { findNode, installDependencies } from './toolchain.mjs';

const node = findNode();
installDependencies(node);
await build(node);
