import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { DataColumn } from './column.ts';

export interface HiddenColumns {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
}

/** The columns that the user has hidden in the table of this name, remembered in the browser. */
export function useHiddenColumns<Row>(name: string, columns: DataColumn<Row>[]): HiddenColumns {
  const extra = columns.filter((column) => column.isExtra).map((column) => column.id);
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `table-${name}-hidden`,
    defaultValue: extra,
    getInitialValueInEffect: false,
  });
  return useMemo(
    () => ({
      ids: new Set(hidden),
      toggle: (id) => setHidden((now) => (now.includes(id) ? now.filter((hiddenId) => hiddenId !== id) : [...now, id])),
    }),
    [hidden, setHidden],
  );
}
