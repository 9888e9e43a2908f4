/** Paths with a higher limit for request bodies. */
export const BULK_PATHS = { setCells: '/board-cells', addRows: '/board-rows' } as const;
