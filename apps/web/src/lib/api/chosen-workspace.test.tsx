import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

it('works in the workspace of a link, and removes it from the address', async () => {
  history.replaceState(null, '', '/calendar?workspace=w-2&view=day#top');
  const { chosenWorkspace } = await import('./chosen-workspace.ts');
  expect(chosenWorkspace()).toBe('w-2');
  expect(location.pathname + location.search + location.hash).toBe('/calendar?view=day#top');
});

it('keeps the workspace and the address without such a link', async () => {
  sessionStorage.setItem('workspace', 'w-1');
  history.replaceState(null, '', '/calendar?view=day');
  const { chosenWorkspace } = await import('./chosen-workspace.ts');
  expect(chosenWorkspace()).toBe('w-1');
  expect(location.search).toBe('?view=day');
});
