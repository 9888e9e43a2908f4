import { chosenWorkspace } from './chosen-workspace.ts';

/** Identifies this tab to the server, which names the tab that made each change: the tab skips its own. */
export const socketId: string = [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('');

/** The user whom an admin supports, from the address of the screen; null outside support mode. */
export function supportedUser(
  search: string = window.location.search,
): { userId: string; workspaceId: string | null } | null {
  const query = new URLSearchParams(search);
  const userId = unquoted(query.get('supportedUserId'));
  return userId ? { userId, workspaceId: unquoted(query.get('workspaceId')) } : null;
}

/** Headers of every call of the web API. */
export function requestHeaders(search: string = window.location.search): Record<string, string> {
  const supported = supportedUser(search);
  const workspace = supported ? null : chosenWorkspace();
  return {
    'x-socket-id': socketId,
    ...(workspace ? { 'x-workspace-id': workspace } : {}),
    ...(supported ? { 'x-supported-user-id': supported.userId } : {}),
    ...(supported?.workspaceId ? { 'x-supported-workspace-id': supported.workspaceId } : {}),
  };
}

/** The router quotes text that looks like a number or a flag. */
function unquoted(value: string | null): string | null {
  return value?.replace(/^"(.*)"$/, '$1') ?? null;
}
