import { addTexts } from '../../lib/i18n/i18n.ts';

// The description of the API that they stand around is English.
const playgroundTexts = addTexts('playground', {
  title: 'API playground',
  lead: 'Every operation of this server, with a form to try it. Calls go to this server alone and do what they say: a change is a change.',
  key: 'API key',
  keyHint: 'Made under API keys. It stays in this tab’s memory.',
  search: 'Find an operation',
  api: 'API',
  noMatch: 'No operation matches',
  choose: 'Choose an operation',
  chooseText: 'It is shown here with its fields.',
  path: 'In the path',
  query: 'In the query',
  body: 'Body (JSON)',
  badBody: 'This is not JSON: {{fault}}',
  send: 'Try it',
  command: 'As a command',
  answer: 'Answer',
  took: '{{status}} in {{ms}} ms',
  empty: 'No body',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    playground: typeof playgroundTexts;
  }
}
