import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { composeTests } from '../../../../test/compose-tests.tsx';
import { faultOf } from '../../../../test/fault-of.ts';
import { aMessage } from '../test-messages.ts';

const { server, renderCompose, to, textInput, button, sent, focused } = composeTests();
const option = (place: number) => screen.getByRole('textbox', { name: `Option ${place}` });

describe('a poll', () => {
  const renderPoll = async () => {
    const { user, onClose } = await renderCompose();
    await user.click(button('Create a poll'));
    await user.click(option(1));
    await user.paste('Tea');
    await user.keyboard('{Enter}');
    return { user, onClose };
  };

  it('is written by keyboard: Enter adds an option, Alt with an arrow moves it', async () => {
    server.on('POST /api/messages', () => aMessage());
    const { user, onClose } = await renderPoll();
    expect(focused()).toBe('Option 2');
    await user.paste('Coffee');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(focused()).toBe('Option 1');
    expect(screen.getByText('Moved to position 1 of 3')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'People may choose several options' }));
    await user.click(to());
    await user.paste('Ada');
    await user.click(textInput('Question'));
    await user.paste('Tea or coffee?');
    await user.click(button('Schedule'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST /api/messages')).toMatchObject([
      { message: 'Tea or coffee?', poll: { options: ['Coffee', 'Tea'], selectable: 0 } },
    ]);
  });

  it('shows an option’s error beside it, also after it moves, until it is removed', async () => {
    const { user } = await renderPoll();
    await user.paste('Tea');
    await user.click(button('Schedule'));
    expect(faultOf(textInput('Question'))).toBe('Ask a question.');
    expect(faultOf(option(2))).toBe('This option already exists.');
    await user.click(button('Move Option 2 down'));
    expect(faultOf(option(3))).toBe('This option already exists.');
    await user.click(button('Remove Option 3'));
    expect(focused()).toBe('Option 2');
    expect(screen.queryByText('This option already exists.')).toBeNull();
    expect(button('Remove Option 2')).toHaveProperty('disabled', true);
    await user.click(button('Remove the poll'));
    expect(faultOf(textInput())).toBeUndefined();
  });

  it('has at most twelve options', async () => {
    const { user } = await renderPoll();
    for (let place = 4; place <= 12; place += 1) await user.click(button('Add an option'));
    expect(focused()).toBe('Option 12');
    expect(button('Add an option')).toHaveProperty('disabled', true);
    await user.click(option(3));
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('textbox', { name: 'Option 13' })).toBeNull();
  });
});

it('accepts a file dropped anywhere in the window and refuses an empty one with a reason', async () => {
  await renderCompose();
  const drop = (file: File) => {
    const dataTransfer = {
      types: ['Files'],
      files: [file],
      items: [{ kind: 'file', type: file.type, getAsFile: () => file }],
    };
    fireEvent.dragEnter(document.body, { dataTransfer });
    fireEvent.drop(screen.getByText('Drop the file to attach it'), { dataTransfer });
  };
  drop(new File([], 'empty.txt', { type: 'text/plain' }));
  expect(await screen.findByText('empty.txt is empty.')).toBeTruthy();
});
