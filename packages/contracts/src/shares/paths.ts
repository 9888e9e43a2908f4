/** Operations that accept a body from people without an account, who hold a share link. */
export const SHARED_PATHS = {
  readTable: '/shared-tables/read',
  liveTicket: '/shared-tables/live',
  readForm: '/shared-forms/read',
  answerForm: '/shared-forms/answers',
} as const;
