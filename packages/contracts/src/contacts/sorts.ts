/** What lists of contacts are sorted by. Apart from the contract, so that reading an address loads no schema. */
export const CONTACT_SORTS = [
  'name',
  '-name',
  'mobile',
  '-mobile',
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
] as const;
