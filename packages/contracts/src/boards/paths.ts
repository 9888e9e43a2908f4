/** Operations that take more than most. */
export const MANY_PATHS = { setCells: '/board-cells', addRows: '/board-rows' } as const;
