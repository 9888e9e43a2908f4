const KEY = 'workspace';

/**
 * The workspace that this window works in, so that two windows can work in two; null: the one that was chosen last
 * anywhere.
 */
export function chosenWorkspace(): string | null {
  try {
    return globalThis.window?.sessionStorage.getItem(KEY) ?? null;
  } catch {
    return null;
  }
}

export function chooseWorkspace(workspaceId: string | null): void {
  try {
    if (workspaceId === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, workspaceId);
  } catch {
    // Storage may be blocked: the server's own memory of it serves every window.
  }
}

/** `?workspace=ID`, to which links of `/w/ID/…` lead: this window works in that workspace from now on. */
function adoptLinkedWorkspace(): void {
  const url = new URL(location.href);
  const workspaceId = url.searchParams.get('workspace');
  if (workspaceId === null) return;
  chooseWorkspace(workspaceId);
  url.searchParams.delete('workspace');
  history.replaceState(history.state, '', url);
}

// Before the router reads the address.
if (globalThis.window) adoptLinkedWorkspace();
