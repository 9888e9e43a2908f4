/** One file per namespace; those of the frame are bundled together. */
export default {
  namespaces: import.meta.glob<object>('./es/*.json', { import: 'default' }),
  frame: () => import('./es/frame.ts').then((module) => module.default),
};
