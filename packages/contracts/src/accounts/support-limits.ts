/** So long a look lasts; then a reason is asked for again. */
export const SUPPORT_MINUTES = 30;
