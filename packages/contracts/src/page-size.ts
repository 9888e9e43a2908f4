/** The largest page of any list. In a file without schemas, so that screens can use it without loading zod. */
export const MAX_PAGE_SIZE = 1000;
