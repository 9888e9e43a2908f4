export const BASE_TABS = ['documents', 'entries', 'questions'] as const;
export type BaseTab = (typeof BASE_TABS)[number];

/** Search parameters of one base's screen; anything else is ignored. */
export const readBaseSearch = ({ tab }: Record<string, unknown>): { tab?: BaseTab } => {
  const known = BASE_TABS.find((choice) => choice === tab);
  return known === undefined || known === 'documents' ? {} : { tab: known };
};
