/** What each feature adds to every screen, in one request. */
export default Object.values(
  import.meta.glob<Record<string, object>>('./frame/*.json', { eager: true, import: 'default' }),
);
