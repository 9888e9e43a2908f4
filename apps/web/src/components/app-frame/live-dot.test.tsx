import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../test/render-part.tsx';
import { LiveDot } from './live-dot.tsx';
import { useOwnLiveSign } from './own-live-sign.ts';

function OwnSign() {
  useOwnLiveSign();
  return null;
}

it('shows the only live indicator, except on screens with their own', async () => {
  const { unmount } = await renderPart(<LiveDot zone="UTC" />);
  expect(screen.getByRole('status', { name: 'Live' }).style.visibility).toBe('');
  unmount();
  await renderPart(
    <>
      <LiveDot zone="UTC" />
      <OwnSign />
    </>,
  );
  expect(screen.getByLabelText('Live').style.visibility).toBe('hidden');
});
