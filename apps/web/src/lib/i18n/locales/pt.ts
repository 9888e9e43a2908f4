/** One file for each namespace. */
export default import.meta.glob<object>('./pt/*.json', { import: 'default' });
