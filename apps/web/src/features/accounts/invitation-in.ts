/** The invitation that an address of ours leads to (`/join-workspace/ID?token=…`); null: it is another address. */
export function invitationIn(address: string | undefined): { workspaceId: string; token: string } | null {
  const { pathname, searchParams } = new URL(address ?? '/', 'http://here.invalid');
  const workspaceId = /^\/join-workspace\/([\w-]+)$/.exec(pathname)?.[1];
  // The router writes text that looks like a number in quotes.
  const token = searchParams.get('token')?.replace(/^"(.*)"$/, '$1');
  return workspaceId && token ? { workspaceId, token } : null;
}
