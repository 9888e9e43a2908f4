import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render-part.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const dialogProps = { isOpen: true, title: 'Delete this engine?', confirm: 'Delete engine', isRunning: false };

it('names what is affected, focuses Cancel, and acts when confirmed', async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const { user } = await renderPart(
    <ConfirmDialog {...dialogProps} onConfirm={onConfirm} onClose={onClose}>
      It disconnects 3 customers.
    </ConfirmDialog>,
  );
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this engine?' });
  expect(dialog.textContent).toContain('It disconnects 3 customers.');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.click(screen.getByRole('button', { name: 'Delete engine' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('cannot be dismissed while running, so that nobody thinks they stopped it', async () => {
  const onClose = vi.fn();
  const { user } = await renderPart(
    <ConfirmDialog {...dialogProps} isRunning onConfirm={vi.fn()} onClose={onClose}>
      It disconnects 3 customers.
    </ConfirmDialog>,
  );
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps the reason for a failure visible', async () => {
  await renderPart(
    <ConfirmDialog {...dialogProps} error="The server cannot be reached." onConfirm={vi.fn()} onClose={vi.fn()}>
      It disconnects 3 customers.
    </ConfirmDialog>,
  );
  expect(screen.getByRole('alertdialog').textContent).toContain('The server cannot be reached.');
});
