/** Operations that take a body from people without an account: they hold the link of a share. */
export const SHARED_PATHS = {
  readTable: '/shared-tables/read',
  liveTicket: '/shared-tables/live',
  readForm: '/shared-forms/read',
  answerForm: '/shared-forms/answers',
} as const;
