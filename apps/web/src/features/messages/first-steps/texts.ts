import { addTexts } from '../../../lib/i18n/i18n.ts';

const firstStepsTexts = addTexts('firstSteps', {
  label: 'First steps',
  waits: {
    none_one: '{{formatted}} message is waiting: WhatsApp isn’t connected.',
    none_other: '{{formatted}} messages are waiting: WhatsApp isn’t connected.',
    down_one: '{{formatted}} message is waiting: your connection is down.',
    down_other: '{{formatted}} messages are waiting: your connection is down.',
  },
  orMore: '{{formatted}} or more',
  progress: '{{done}} of {{total}}',
  step: { connect: 'Connect WhatsApp', message: 'Schedule a message', import: 'Import from Excel' },
  act: {
    plan: 'See plans',
    connect: 'Connect',
    engines: 'Fix connection',
    message: 'New message',
    import: 'Import',
  },
  done: '{{step}}, done',
  starting: 'Connecting…',
  hide: 'Hide first steps',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    firstSteps: typeof firstStepsTexts;
  }
}
