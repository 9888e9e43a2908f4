/** One file for each namespace. */
export default import.meta.glob<object>('./he/*.json', { import: 'default' });
