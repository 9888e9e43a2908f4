/** One file per namespace; those of the frame are bundled together. */
export default {
  namespaces: import.meta.glob<object>('./pt/*.json', { import: 'default' }),
  frame: () => import('./pt/frame.ts').then((module) => module.default),
};
