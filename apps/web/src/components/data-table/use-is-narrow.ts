import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is below the theme's `sm` (768 px): a row of a table is then one cell that says most of it. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
