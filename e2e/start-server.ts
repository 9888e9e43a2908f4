import { createOwnServer } from './own-server.ts';

/** Starts the server shared by all tests that need none of their own. @returns a function that ends it */
export default async function startServer(): Promise<() => Promise<void>> {
  const server = await createOwnServer();
  await server.start();
  process.env.E2E_URL = server.url;
  return () => server.remove();
}
