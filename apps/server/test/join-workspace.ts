import { newId } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';

/** A person signed in at a server, for programs that are not tests. */
export interface SignedIn {
  userId: string;
  /** @returns the response body; @throws Error unless it succeeds */
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  token: string;
}

/** A running server: `origin` is its public address, which sign-in requires. */
export interface RunningServer {
  url: string;
  origin: string;
  database: Database;
}

/** Signs up a person and makes them an owner of a workspace. */
export async function joinWorkspace(
  { url, origin, database: { pool } }: RunningServer,
  workspaceId: string,
): Promise<SignedIn> {
  const ask = async (method: string, path: string, body: unknown, token?: string) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const email = `${newId()}@example.test`;
  const person = { name: 'Ana', email, password: 'a long enough password' };
  const token = (await ask('POST', '/api/auth/sign-up/email', person)).headers.get('set-auth-token') ?? '';
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> =>
    (await ask(method, path, body, token)).json() as Promise<Body>;
  const { _id: userId } = await call<{ _id: string }>('GET', '/api/me');
  await pool.query(`insert into workspace_members (id, organization_id, user_id, role) values ($1, $2, $3, 'owner')`, [
    newId(),
    workspaceId,
    userId,
  ]);
  await call('POST', '/api/me/workspace', { workspaceId });
  return { userId, call, token };
}
