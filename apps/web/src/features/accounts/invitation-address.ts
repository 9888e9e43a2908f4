/** The invitation in an address of ours (`/join-workspace/ID?token=…`); null for any other address. */
export function parseInvitationAddress(address: string | undefined): { workspaceId: string; token: string } | null {
  const { pathname, searchParams } = new URL(address ?? '/', 'http://here.invalid');
  const workspaceId = /^\/join-workspace\/([\w-]+)$/.exec(pathname)?.[1];
  // The router quotes text that looks like a number.
  const token = searchParams.get('token')?.replace(/^"(.*)"$/, '$1');
  return workspaceId && token ? { workspaceId, token } : null;
}
