/** The largest page any list serves. Apart from the schemas, so that a screen can ask for it without loading zod. */
export const MAX_PAGE_SIZE = 1000;
