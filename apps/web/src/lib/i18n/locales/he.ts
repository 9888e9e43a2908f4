/** One file per namespace; those of the frame are bundled together. */
export default {
  namespaces: import.meta.glob<object>('./he/*.json', { import: 'default' }),
  frame: () => import('./he/frame.ts').then((module) => module.default),
};
