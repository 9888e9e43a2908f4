/** One file per namespace; those of the frame are bundled together. */
export default {
  namespaces: import.meta.glob<object>('./de/*.json', { import: 'default' }),
  frame: () => import('./de/frame.ts').then((module) => module.default),
};
