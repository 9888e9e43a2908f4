/** One file for each namespace; those of the frame come together. */
export default {
  namespaces: import.meta.glob<object>('./pt/*.json', { import: 'default' }),
  frame: () => import('./pt/frame.ts').then((module) => module.default),
};
