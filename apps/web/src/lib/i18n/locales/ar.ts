/** One file for each namespace. */
export default import.meta.glob<object>('./ar/*.json', { import: 'default' });
