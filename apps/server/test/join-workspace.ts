import { newId } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';

/** Somebody who is signed in at a server, as a program that is no test can have them. */
export interface SignedIn {
  userId: string;
  /** @returns what came; @throws Error for anything but a success */
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  token: string;
}

/** Signs somebody up and takes them into a workspace as an owner. @param url of the server, without a trailing slash */
export async function joinWorkspace(
  { url, database: { pool } }: { url: string; database: Database },
  workspaceId: string,
): Promise<SignedIn> {
  const ask = async (method: string, path: string, body: unknown, token?: string) => {
    const response = await fetch(url + path, {
      method,
      headers: {
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
  const call: SignedIn['call'] = async (method, path, body) => (await ask(method, path, body, token)).json();
  const { _id: userId } = await call<{ _id: string }>('GET', '/api/me');
  await pool.query(`insert into workspace_members (id, organization_id, user_id, role) values ($1, $2, $3, 'owner')`, [
    newId(),
    workspaceId,
    userId,
  ]);
  await call('POST', '/api/me/workspace', { workspaceId });
  return { userId, call, token };
}
