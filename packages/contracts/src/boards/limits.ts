/** Limits of boards, shared by everything that shows or validates them. */

export const MAX_BOARDS = 500;
export const MAX_COLUMNS = 60;
export const MAX_GROUPS = 100;
export const MAX_VIEWS = 50;
export const MAX_ITEMS = 100_000;
/** Maximum rows per request; larger changes are sent in several requests. */
export const MAX_ROWS_AT_ONCE = 1_000;
export const MAX_CELLS_AT_ONCE = 20_000;
/** Maximum cells of one paste. */
export const MAX_PASTED_CELLS = 50_000;
export const MAX_OPTIONS = 50;
export const MAX_NAME_LENGTH = 128;
/** Maximum length of a text cell, in UTF-16 code units; for long text see {@link MAX_LONG_TEXT_LENGTH}. */
export const MAX_TEXT_LENGTH = 500;
export const MAX_LONG_TEXT_LENGTH = 10_000;
/** Maximum people per cell. */
export const MAX_PEOPLE = 20;
export const MAX_RATING = 5;
export const MAX_FILTERS = 10;
export const MAX_COMMENT_LENGTH = 4_000;
export const MAX_MENTIONS = 20;
/** Maximum checklist entries per item. */
export const MAX_CHECKS = 100;
export const MAX_CHECK_LENGTH = 500;
/** Maximum days between a reminder and the item's date. */
export const MAX_LEAD_DAYS = 60;
/** Maximum columns frozen beside the title. */
export const MAX_FROZEN = 5;
/** Maximum subitems per item. */
export const MAX_SUBITEMS = 100;
/** Maximum items that one item waits for. */
export const MAX_DEPENDENCIES = 50;
/** Maximum files per cell. */
export const MAX_FILES = 10;
export const MAX_COLOR_RULES = 10;
/** In UTF-16 code units. */
export const MAX_BUTTON_LABEL_LENGTH = 40;
/** Maximum formulas per board: each is computed whenever an item changes. */
export const MAX_FORMULAS = 10;
/** In UTF-16 code units, with columns written as ids. */
export const MAX_FORMULA_LENGTH = 1_000;
