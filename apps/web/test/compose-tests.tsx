import { screen } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import { ComposeDialog } from '../src/features/messages/compose/compose-dialog.tsx';
import type { ComposeTarget } from '../src/lib/dialogs/compose-target.ts';
import { fakeServer } from './fake-server.ts';
import { renderPart } from './render-part.tsx';

/** Shared by tests of the compose dialog: a server with one contact and no engine, and the dialog's fields by name. */
export function composeTests() {
  const server = fakeServer();
  const grace = { _id: '019a0000-0000-7000-8000-0000000000c1', name: 'Grace Hopper', mobile: '+447700900456' };
  beforeEach(() => {
    server.on('GET /api/contacts', () => ({ data: [grace], total: 1 }));
    server.on('GET /api/engines', () => ({ data: [], total: 0 }));
    server.on('GET /api/suppressions/check', () => ({ suppression: null }));
    server.on('POST /api/contacts/look-up', () => []);
  });
  return {
    server,
    renderCompose: async (target: ComposeTarget = { at: '2030-01-15T10:30:00' }) => {
      const onClose = vi.fn();
      const { user, unmount } = await renderPart(<ComposeDialog target={target} onClose={onClose} />);
      return { user, unmount, onClose };
    },
    to: () => screen.getByRole('combobox', { name: 'To' }),
    textInput: (name = 'Message') => screen.getByRole('textbox', { name }),
    button: (name: string) => screen.getByRole('button', { name }),
    sent: (operation: string) => server.sent(operation).map((call) => call.body),
    focused: () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id,
  };
}
