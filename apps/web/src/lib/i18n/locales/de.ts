/** One file for each namespace; those of the frame come together. */
export default {
  namespaces: import.meta.glob<object>('./de/*.json', { import: 'default' }),
  frame: () => import('./de/frame.ts').then((module) => module.default),
};
