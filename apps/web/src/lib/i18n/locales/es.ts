/** One file for each namespace. */
export default import.meta.glob<object>('./es/*.json', { import: 'default' });
