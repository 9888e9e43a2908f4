/** Maximum automations per board. */
export const MAX_AUTOMATIONS = 50;
export const MAX_STEPS = 10;
/** Maximum keywords of a message trigger, any of which starts the automation. */
export const MAX_WORDS = 20;
/** Maximum length of a chain of automations triggering each other; longer chains are treated as loops and cut. */
export const MAX_CHAIN = 10;
export const MAX_MESSAGE_LENGTH = 4_000;
export const MAX_NOTE_LENGTH = 500;
export const MAX_LABEL_LENGTH = 40;
/** One week. */
export const MAX_WAITING_MINUTES = 10_080;
