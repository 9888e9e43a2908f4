import { addTexts } from '../../../lib/i18n/i18n.ts';

const firstStepsTexts = addTexts('firstSteps', {
  label: 'First steps',
  waits: {
    none_one: '{{formatted}} message waits: there is no connection to WhatsApp.',
    none_other: '{{formatted}} messages wait: there is no connection to WhatsApp.',
    down_one: '{{formatted}} message waits: no engine is connected.',
    down_other: '{{formatted}} messages wait: no engine is connected.',
  },
  orMore: '{{formatted}} or more',
  progress: '{{done}} of {{total}}',
  step: { connect: 'Connect WhatsApp', message: 'Schedule a message', import: 'Import from Excel' },
  act: {
    plan: 'See plans',
    connect: 'Connect',
    engines: 'Open engines',
    message: 'New message',
    import: 'Import',
  },
  done: '{{step}}, done',
  starting: 'Connecting…',
  hide: 'Hide the first steps',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    firstSteps: typeof firstStepsTexts;
  }
}
