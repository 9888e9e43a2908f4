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
