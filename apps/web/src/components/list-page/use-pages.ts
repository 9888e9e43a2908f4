import { useState } from 'react';

/** Paging state of a list for as long as its screen is open: parameters for the request, and props for the footer. */
export function usePages(sizes: number[] = [20, 50, 100], first = sizes[0] ?? 20) {
  const [{ page, size }, setPages] = useState({ page: 0, size: first });
  return {
    input: { limit: size, skip: page * size },
    footer: {
      page,
      size,
      sizes,
      onPage: (next: number) => setPages({ page: next, size }),
      onSize: (next: number) => setPages({ page: 0, size: next }),
    },
  };
}
