import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is below the theme's `sm` (768 px), where a table row becomes a single summary cell. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
