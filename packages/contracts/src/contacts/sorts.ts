/** Sort orders of contact lists. In a file without schemas, so that URLs can be parsed without loading them. */
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
