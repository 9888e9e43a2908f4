import { useState } from 'react';

const SIZES = [20, 50, 100];

/** Which page of a list is shown: what the list is asked for, and what its footer needs. */
export function usePages() {
  const [{ page, size }, setPages] = useState({ page: 0, size: SIZES[0] ?? 20 });
  return {
    input: { limit: size, skip: page * size },
    footer: {
      page,
      size,
      sizes: SIZES,
      onPage: (next: number) => setPages({ page: next, size }),
      onSize: (next: number) => setPages({ page: 0, size: next }),
    },
  };
}
