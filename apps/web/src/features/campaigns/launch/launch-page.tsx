import { Button, Group, Stack, Stepper, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v7 } from 'uuid';
import { Card } from '../../../components/card.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast } from '../../../components/toasts.ts';
import { templatesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { audiencesQuery } from '../api/campaigns.ts';
import type { LaunchSearch } from '../campaign-search.ts';
import { audienceValues } from '../components/audience-fields.tsx';
import '../texts.ts';
import { AudienceStep, type ImportFromFile } from './audience-step.tsx';
import { CheckStep } from './check-step.tsx';
import {
  areTextsValid,
  type DraftValues,
  hasInput,
  loadDraft,
  newDraft,
  STEPS,
  saveDraft,
  stepFault,
  toCampaignDraft,
} from './draft-values.ts';
import classes from './launch.module.css';
import { Summary } from './summary.tsx';
import { TextStep } from './text-step.tsx';
import { TimeStep } from './time-step.tsx';

const WIDTH_PX = 1008;

/** `/launch-campaign`: audience, text and time, then a review of what will happen, then the launch. */
export function LaunchPage({
  start,
  importFromFile,
  onLaunched,
}: {
  start: LaunchSearch;
  importFromFile: ImportFromFile;
  onLaunched: (id: string) => void;
}) {
  const { t } = useTranslation('campaigns');
  const { _id: workspaceId, zone } = useMe().workspace;
  const { follows } = start;
  const isNew = Object.keys(start).length > 0;
  const [restored] = useState(() => (isNew ? null : loadDraft(workspaceId)));
  const [isRestoreShown, setRestoreShown] = useState(restored !== null && hasInput(restored));
  const [values, setValues] = useState<DraftValues>(() => restored ?? newDraft(follows));
  const audiences = useQuery({ ...audiencesQuery(), enabled: start.audience !== undefined });
  const templates = useQuery({ ...templatesQuery, enabled: start.template !== undefined });
  const audience = audiences.data?.data.find(({ _id }) => _id === start.audience);
  const template = templates.data?.data.find(({ _id }) => _id === start.template);
  useEffect(() => {
    if (audience) setValues((now) => ({ ...now, audience: audienceValues(audience.definition) }));
  }, [audience]);
  useEffect(() => {
    if (template) setValues((now) => ({ ...now, name: now.name || template.name, variants: [template.text] }));
  }, [template]);
  const followed = useQuery(
    apiQuery.campaigns.get.queryOptions({ input: { id: follows ?? '' }, enabled: follows !== undefined }),
  );
  // The numbers by which the recipients know the sender.
  const engineIds = followed.data?.engineIds;
  useEffect(() => {
    if (engineIds) setValues((now) => (now.engineIds.length > 0 ? now : { ...now, engineIds }));
  }, [engineIds]);
  // A phone has room for one step's label only.
  const isBar = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const isNarrow = useMediaQuery('(max-width: 35.99em)', undefined, { getInitialValueInEffect: false });
  const [active, setActive] = useState(0);
  /** Attempts to leave an incomplete step since it was opened. */
  const [tries, setTries] = useState(0);
  const wasTried = tries > 0;
  const steps = useRef<HTMLDivElement>(null);
  // Focus the first invalid field.
  useEffect(() => {
    if (tries > 0) steps.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  /** One key per draft, so that repeated clicks or calls launch it once. */
  const [launchKey] = useState(() => v7());
  const launch = useMutation(apiQuery.campaigns.launch.mutationOptions());
  useEffect(() => saveDraft(workspaceId, values), [workspaceId, values]);
  const change = (part: Partial<DraftValues>) => setValues((now) => ({ ...now, ...part }));
  const step = STEPS[active] ?? 'check';
  const fault = stepFault(step, values);
  const isStepValid = fault === null && (step !== 'text' || areTextsValid(values));
  const draft = toCampaignDraft(values, zone);
  const goTo = (to: number) => {
    const firstInvalid = STEPS.slice(0, to).findIndex(
      (candidate) => stepFault(candidate, values) !== null || (candidate === 'text' && !areTextsValid(values)),
    );
    setTries(firstInvalid >= 0 ? tries + 1 : 0);
    setActive(firstInvalid >= 0 ? firstInvalid : to);
  };
  const next = () => {
    setTries(isStepValid ? 0 : tries + 1);
    if (isStepValid) setActive(active + 1);
  };
  const submit = () => {
    if (!draft) return;
    launch.mutate(
      { ...draft, launchKey },
      {
        onSuccess: ({ _id: id, name }) => {
          saveDraft(workspaceId, null);
          toast(t('launch.launched', { name }));
          onLaunched(id);
        },
      },
    );
  };
  const navigation = (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      {active > 0 ? (
        <Button variant="default" onClick={() => setActive(active - 1)}>
          {t('launch.back')}
        </Button>
      ) : (
        <span />
      )}
      {step !== 'check' && (
        <Group gap="sm">
          {wasTried && fault === 'incomplete' && (
            <Text size="sm" c="red" role="alert">
              {t('audience.incomplete')}
            </Text>
          )}
          <Button onClick={next}>{t('launch.next')}</Button>
        </Group>
      )}
    </Group>
  );
  const summary = (
    <Summary values={values} zone={zone} checked={step === 'check' ? draft : null} isBar={isBar}>
      {navigation}
    </Summary>
  );
  return (
    <PageFrame widthPx={WIDTH_PX}>
      <PageHeader title={t('launch.title')} />
      {isRestoreShown && (
        <Notice tone="success">
          <Group justify="space-between">
            {t('launch.restored')}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setValues(newDraft(undefined));
                setActive(0);
                setRestoreShown(false);
              }}
            >
              {t('launch.startOver')}
            </Button>
          </Group>
        </Notice>
      )}
      <div className={classes.columns} ref={steps}>
        <Card>
          <TextInput
            className={classes.name}
            variant="unstyled"
            aria-label={t('launch.name')}
            placeholder={t('launch.untitled')}
            maxLength={120}
            dir="auto"
            value={values.name}
            error={step === 'text' && wasTried && values.name.trim() === '' && t('launch.nameMissing')}
            onChange={(event) => change({ name: event.currentTarget.value })}
            mb="xs"
          />
          <Stepper
            active={active}
            onStepClick={goTo}
            size="sm"
            iconSize={30}
            styles={{ separator: { marginInline: 6 } }}
          >
            {STEPS.map((candidate, index) => {
              const name = t(`launch.steps.${candidate}`);
              // Where the label is hidden, the accessible name contains the visible number.
              const labelProps =
                isNarrow && candidate !== step ? { 'aria-label': `${index + 1} ${name}` } : { label: name };
              return <Stepper.Step key={candidate} {...labelProps} />;
            })}
          </Stepper>
          <Stack gap="md" mt="lg">
            {step === 'audience' && <AudienceStep values={values} importFromFile={importFromFile} onChange={change} />}
            {step === 'text' && <TextStep values={values} wasTried={wasTried} onChange={change} />}
            {step === 'time' && (
              <TimeStep values={values} zone={zone} fault={wasTried ? fault : null} onChange={change} />
            )}
            {step === 'check' && draft && (
              <CheckStep
                draft={draft}
                zone={zone}
                error={launch.error}
                isLaunching={launch.isPending}
                onStep={(to) => setActive(STEPS.indexOf(to))}
                onLaunch={submit}
              />
            )}
            {!isBar && navigation}
          </Stack>
        </Card>
        {!isBar && summary}
      </div>
      {isBar && summary}
    </PageFrame>
  );
}
