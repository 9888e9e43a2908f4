import { Code, Stack, Timeline } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OauthStep } from './test-client.ts';
import './texts.ts';

const MAX_SHOWN_CHARACTERS = 4_000;

/** The steps taken so far, each with its request and response. */
export function Steps({ steps }: { steps: readonly OauthStep[] }) {
  const { t } = useTranslation('oauth');
  return (
    <Timeline active={steps.length - 1} bulletSize={24} lineWidth={2}>
      {steps.map((step) => (
        <Timeline.Item
          key={step.request + step.name}
          title={t(`test.${step.name}`)}
          bullet={step.isDone ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
          {...(step.isDone ? {} : { color: 'red' })}
        >
          <Stack gap="xs" dir="ltr" mt={4}>
            {step.request !== '' && <Code block>{step.request}</Code>}
            {step.answer !== '' && (
              <Code block mah={240} style={{ overflow: 'auto' }}>
                {step.answer.slice(0, MAX_SHOWN_CHARACTERS)}
              </Code>
            )}
          </Stack>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
