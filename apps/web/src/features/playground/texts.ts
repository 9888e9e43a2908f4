import { addTexts } from '../../lib/i18n/i18n.ts';

// The API description that they surround is in English.
const playgroundTexts = addTexts('playground', {
  title: 'API playground',
  lead: 'Every operation of this server, with a form to try it. Calls go to this server only, and they are real: changes take effect.',
  keys: 'API keys',
  key: 'API key',
  keyHint: 'Create one under API keys. It stays in this tab’s memory.',
  search: 'Find an operation',
  api: 'API',
  noMatch: 'No operation matches',
  choose: 'Choose an operation',
  chooseText: 'Its fields appear here.',
  path: 'Path parameters',
  query: 'Query parameters',
  body: 'Body (JSON)',
  badBody: 'This isn’t valid JSON: {{fault}}',
  send: 'Try it',
  command: 'As a curl command',
  answer: 'Response',
  took: '{{status}} in {{ms}} ms',
  empty: 'No body',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    playground: typeof playgroundTexts;
  }
}
