/** Of one board. */
export const MAX_AUTOMATIONS = 50;
export const MAX_STEPS = 10;
/** Any of them in a message sets an automation off. */
export const MAX_WORDS = 20;
/** An automation may set off another, and so on; longer chains are taken for a loop and cut. */
export const MAX_CHAIN = 10;
export const MAX_MESSAGE_LENGTH = 4_000;
export const MAX_NOTE_LENGTH = 500;
export const MAX_LABEL_LENGTH = 40;
/** A week. */
export const MAX_WAITING_MINUTES = 10_080;
