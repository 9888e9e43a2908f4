import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { composeTests } from '../../../../test/compose-tests.tsx';
import { aMessage } from '../test-messages.ts';

const { server, renderCompose, to, textInput, button } = composeTests();

describe('a draft', () => {
  it('survives Escape, is offered again, and is deleted once sent', async () => {
    server.on('POST /api/messages', () => aMessage());
    const first = await renderCompose();
    await first.user.click(to());
    await first.user.paste('Ada');
    await first.user.click(textInput());
    await first.user.paste('Half a thought');
    await first.user.keyboard('{Escape}');
    expect(first.onClose).toHaveBeenCalledOnce();
    first.unmount();

    const second = await renderCompose();
    await second.user.click(button('Continue your draft'));
    expect(textInput()).toHaveProperty('value', 'Half a thought');
    expect(to()).toHaveProperty('value', 'Ada');
    await second.user.click(button('Schedule'));
    await waitFor(() => expect(second.onClose).toHaveBeenCalledOnce());
    second.unmount();

    await renderCompose();
    expect(screen.queryByRole('button', { name: 'Continue your draft' })).toBeNull();
  });

  it('that was not restored is kept beside a newer one until it is discarded', async () => {
    const first = await renderCompose();
    await first.user.click(textInput());
    await first.user.paste('The first');
    first.unmount();
    const second = await renderCompose();
    await second.user.click(textInput());
    await second.user.paste('Another');
    expect(screen.getByRole('region', { name: 'You have a draft' }).textContent).toContain('The first');
    await second.user.click(button('Discard'));
    second.unmount();
    await renderCompose();
    expect(screen.getByRole('region', { name: 'You have a draft' }).textContent).toContain('Another');
  });
});
