import { BOT_TEMPLATES } from '@switchyard/contracts/bots/operations';
import { expect, test } from 'vitest';
import { templateFlow } from './templates.ts';
import { flowFaults } from './validate-flow.ts';

/** Faults of a new bot from this template: settings that only its user can fill in. */
const USER_FAULTS: Partial<Record<(typeof BOT_TEMPLATES)[number], string[]>> = {
  blank: ['edges'],
  faq: ['knowledgeBaseIds'],
};

test.each(BOT_TEMPLATES)('%s can be deployed except for settings that only its user can fill in', (template) => {
  expect(flowFaults(templateFlow(template)).map(({ field }) => field)).toEqual(USER_FAULTS[template] ?? []);
});
