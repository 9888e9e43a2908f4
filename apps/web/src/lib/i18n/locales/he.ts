/** One file for each namespace; those of the frame come together. */
export default {
  namespaces: import.meta.glob<object>('./he/*.json', { import: 'default' }),
  frame: () => import('./he/frame.ts').then((module) => module.default),
};
