/** Settings of a message that are on or off; shown after the others, in this order. */
export const YES_NO_FIELDS = ['isRecurring', 'verifyContact'] as const;
