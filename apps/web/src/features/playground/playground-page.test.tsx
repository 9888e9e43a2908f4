import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n/i18n.ts';
import { PlaygroundPage } from './playground-page.tsx';

afterEach(() => vi.unstubAllGlobals());

it('shows the operations that the server describes, without any frame', async () => {
  startI18n();
  const described = { info: { title: 'Test' }, paths: { '/things': { get: { summary: 'Things of mine' } } } };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) =>
      Response.json(path.startsWith('/api/') ? described : {}, { status: path.startsWith('/api/') ? 200 : 404 }),
    ),
  );
  render(
    <MantineProvider>
      <PlaygroundPage />
    </MantineProvider>,
  );
  expect(await screen.findByText('Things of mine')).toBeTruthy();
});
