/** What each feature brings to every screen: one request for all. */
export default Object.values(
  import.meta.glob<Record<string, object>>('./frame/*.json', { eager: true, import: 'default' }),
);
