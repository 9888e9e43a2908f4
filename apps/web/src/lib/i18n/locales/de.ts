/** One file for each namespace. */
export default import.meta.glob<object>('./de/*.json', { import: 'default' });
