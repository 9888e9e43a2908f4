import { type ReactNode, useState } from 'react';
import { Pages } from '../../../components/list-page/pages.tsx';

const SIZES = [25, 50, 100];

/** Which page of a list is shown, and the way to the others, which is there when there are others. */
export function usePages(): {
  page: number;
  size: number;
  pages: (list: { total: number; isLoading: boolean }) => ReactNode;
} {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(SIZES[0] ?? 25);
  return {
    page,
    size,
    pages: ({ total, isLoading }) =>
      total > (SIZES[0] ?? 25) && (
        <Pages
          page={page}
          size={size}
          total={total}
          sizes={SIZES}
          isLoading={isLoading}
          onPage={setPage}
          onSize={(next) => {
            setSize(next);
            setPage(0);
          }}
        />
      ),
  };
}
