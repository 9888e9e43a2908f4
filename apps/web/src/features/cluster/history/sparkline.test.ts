import { expect, it } from 'vitest';
import { pathOf } from './sparkline.tsx';

it('draws gaps where nothing was measured', () => {
  const path = pathOf(
    [null, 1, 2, null, 4],
    (at) => at * 10,
    (value) => -value,
  );
  expect(path).toBe('M10 -1L20 -2M40 -4');
});
