/** What a list of contacts is sorted by; apart from the contract, so that the router, which every screen loads, knows it without zod. */
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
