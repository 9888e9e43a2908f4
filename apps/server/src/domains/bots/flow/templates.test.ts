import { BOT_TEMPLATES } from '@switchyard/contracts/bots/operations';
import { expect, test } from 'vitest';
import { templateFlow } from './templates.ts';
import { flowFaults } from './validate-flow.ts';

/** What a template cannot know, and its user is told at once. */
const TOLD: Partial<Record<(typeof BOT_TEMPLATES)[number], string[]>> = {
  blank: ['edges'],
  faq: ['knowledgeBaseIds'],
};

test.each(BOT_TEMPLATES)('%s can be deployed as it is, but for what only its user knows', (template) => {
  expect(flowFaults(templateFlow(template)).map(({ field }) => field)).toEqual(TOLD[template] ?? []);
});
