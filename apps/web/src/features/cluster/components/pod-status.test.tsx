import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../test/render-part.tsx';
import { PodStatus } from './pod-status.tsx';

const help = () => screen.queryByRole('tooltip', { name: /See the log of the previous run/ });
const badge = () => screen.findByText('CrashLoopBackOff');

it('explains a status while it is pointed at, even if the element under the pointer was removed', async () => {
  const { user } = await renderPart(<PodStatus status="CrashLoopBackOff" />);
  await user.hover(await badge());
  await waitFor(() => expect(help()).not.toBeNull());
  await user.unhover(await badge());
  await waitFor(() => expect(help()).toBeNull());

  await user.hover(await badge());
  await waitFor(() => expect(help()).not.toBeNull());
  // The browser fires no leave event, only enter events of what is now under the pointer.
  fireEvent.pointerOver(document.body);
  await waitFor(() => expect(help()).toBeNull());
});

it('explains it to keyboard users while focused, wherever the pointer is', async () => {
  const { user } = await renderPart(<PodStatus status="CrashLoopBackOff" />);
  const place = (await badge()).closest<HTMLElement>('[tabindex]');
  expect(place).not.toBeNull();
  act(() => place?.focus());
  await waitFor(() => expect(help()).not.toBeNull());
  fireEvent.pointerOver(document.body);
  await user.hover(await badge());
  await user.unhover(await badge());
  expect(help()).not.toBeNull();
  act(() => place?.blur());
  await waitFor(() => expect(help()).toBeNull());
});
