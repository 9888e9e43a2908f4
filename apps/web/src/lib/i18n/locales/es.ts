/** One file for each namespace; those of the frame come together. */
export default {
  namespaces: import.meta.glob<object>('./es/*.json', { import: 'default' }),
  frame: () => import('./es/frame.ts').then((module) => module.default),
};
