const KEY = 'workspace';

/** The workspace of this window, so that two windows can work in two; null: the one chosen last in any window. */
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
    // Storage may be blocked; the server remembers the last choice for all windows.
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
