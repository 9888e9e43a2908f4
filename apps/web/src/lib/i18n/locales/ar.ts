/** One file per namespace; those of the frame are bundled together. */
export default {
  namespaces: import.meta.glob<object>('./ar/*.json', { import: 'default' }),
  frame: () => import('./ar/frame.ts').then((module) => module.default),
};
