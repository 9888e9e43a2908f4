import { addTexts } from '../../../lib/i18n/i18n.ts';

const keyboardTexts = addTexts('clusterKeyboard', {
  keys: {
    find: 'Find a pod, node or session anywhere',
    filter: 'Filter this screen',
    sheet: 'This sheet',
    move: 'Next and previous row',
    ends: 'First and last row',
    describe: 'Describe the row',
    logs: 'Logs of the row’s pod',
    remove: 'Delete or terminate the row’s pod, after a question',
    expand: 'Show or hide the pods of a node',
    leave: 'Close what is open; leave a field',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clusterKeyboard: typeof keyboardTexts;
  }
}
