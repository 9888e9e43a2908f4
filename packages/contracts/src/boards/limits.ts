/** How much a board takes, for every face that shows or checks it. */

export const MAX_BOARDS = 500;
export const MAX_COLUMNS = 60;
export const MAX_GROUPS = 100;
export const MAX_VIEWS = 50;
export const MAX_ITEMS = 100_000;
/** Of one request; whoever has more sends several. */
export const MAX_ROWS_AT_ONCE = 1_000;
export const MAX_CELLS_AT_ONCE = 20_000;
/** Pasted at once. */
export const MAX_PASTED_CELLS = 50_000;
export const MAX_OPTIONS = 50;
export const MAX_NAME_LENGTH = 128;
/** Of a text cell, in UTF-16 code units; a long text has {@link MAX_LONG_TEXT_LENGTH}. */
export const MAX_TEXT_LENGTH = 500;
export const MAX_LONG_TEXT_LENGTH = 10_000;
/** In one cell. */
export const MAX_PEOPLE = 20;
export const MAX_RATING = 5;
export const MAX_FILTERS = 10;
export const MAX_COMMENT_LENGTH = 4_000;
export const MAX_MENTIONS = 20;
/** Entries of one item's checklist. */
export const MAX_CHECKS = 100;
export const MAX_CHECK_LENGTH = 500;
/** A reminder comes so many days before at most. */
export const MAX_LEAD_DAYS = 60;
/** Columns beside the title that stay in sight. */
export const MAX_FROZEN = 5;
/** Of one item. */
export const MAX_SUBITEMS = 100;
/** That one item waits for. */
export const MAX_DEPENDENCIES = 50;
/** In one cell. */
export const MAX_FILES = 10;
export const MAX_COLOR_RULES = 10;
/** Of a button, in UTF-16 code units. */
export const MAX_BUTTON_LABEL_LENGTH = 40;
/** Of a board: each is worked out at every change of an item. */
export const MAX_FORMULAS = 10;
/** In UTF-16 code units, its columns written as ids. */
export const MAX_FORMULA_LENGTH = 1_000;
