import type { TestServer } from './test-server.ts';

/** A signed-up person with their workspace. */
export interface Someone {
  name: string;
  email: string;
  password: string;
  token: string;
  userId: string;
  workspaceId: string;
}

export async function signUpSomeone(
  server: TestServer,
  given: { name?: string; email?: string } = {},
): Promise<Someone> {
  const person = await server.signUp(given);
  const me = await server.call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  return { ...person, userId: me.body._id, workspaceId: me.body.workspace._id };
}

/** Options for calls as this person in a workspace. */
export const within = ({ token }: { token: string }, workspaceId: string) => ({
  token,
  headers: { 'x-workspace-id': workspaceId },
});

/** Makes a person join a workspace by an invitation from its owner. */
export async function join(server: TestServer, owner: Someone, person: Someone, role: string): Promise<void> {
  const { workspaceId } = owner;
  const invited = await server.call<{ link: string }>(
    'POST',
    '/api/workspace/invitations',
    { email: person.email, role },
    within(owner, workspaceId),
  );
  const token = new URL(invited.body.link).searchParams.get('token');
  const joined = await server.call('POST', `/api/invitations/${workspaceId}/accept`, { token }, person);
  if (joined.status !== 200) throw new Error(`${person.email} did not join: ${JSON.stringify(joined.body)}`);
}
