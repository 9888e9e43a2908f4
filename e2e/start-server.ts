import { createOwnServer } from './own-server.ts';

/** The one server that all tests use which need none of their own. @returns what ends it */
export default async function startServer(): Promise<() => Promise<void>> {
  const server = await createOwnServer();
  await server.start();
  process.env.E2E_URL = server.url;
  return () => server.remove();
}
