/** Duration of a support session; a new one needs a new reason. */
export const SUPPORT_MINUTES = 30;
