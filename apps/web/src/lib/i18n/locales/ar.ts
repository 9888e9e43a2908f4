/** One file for each namespace; those of the frame come together. */
export default {
  namespaces: import.meta.glob<object>('./ar/*.json', { import: 'default' }),
  frame: () => import('./ar/frame.ts').then((module) => module.default),
};
