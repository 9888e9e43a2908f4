import { addTexts } from '../../../lib/i18n/i18n.ts';

const keyboardTexts = addTexts('clusterKeyboard', {
  keys: {
    find: 'Find a pod, node or session anywhere',
    filter: 'Filter this screen',
    sheet: 'Show keyboard shortcuts',
    move: 'Next and previous row',
    ends: 'First and last row',
    describe: 'Describe the row',
    logs: 'Logs of the row’s pod',
    remove: 'Delete or terminate the row’s pod (asks first)',
    expand: 'Show or hide the pods of a node',
    leave: 'Close the open panel; leave a field',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clusterKeyboard: typeof keyboardTexts;
  }
}
