import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { MAX_STEPS } from '@switchyard/contracts/automations/limits';
import {
  type Automation,
  ITEM_TRIGGERS,
  type Rule,
  STEP_KINDS,
  type Step,
  type StepKind,
} from '@switchyard/contracts/automations/operations';
import { MAX_NAME_LENGTH } from '@switchyard/contracts/boards/limits';
import type { Board } from '@switchyard/contracts/boards/operations';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import classes from '../components/boards.module.css';
import { FilterMenu, isCompleteFilter } from '../components/filter-menu.tsx';
import { useAutomationChanges } from './api.ts';
import { draftOf, newStep, ruleOf, withKey } from './draft.ts';
import { StepFields } from './step-fields.tsx';
import { TestAutomation } from './test-automation.tsx';
import './texts.ts';
import { TriggerFields } from './trigger-fields.tsx';

/** Editor of an automation: trigger, conditions, steps. */
export function AutomationEditor(props: {
  board: Board;
  people: ReadonlyMap<string, string>;
  /** Null for a new automation. */
  automation: Automation | null;
  initial: Rule;
  onClose: () => void;
}) {
  const { t } = useTranslation('automations');
  const { board, people, automation } = props;
  const { create, update } = useAutomationChanges();
  const isAdmin = useMe().workspace.role !== 'member';
  const [draft, setDraft] = useState(() => draftOf(props.initial));
  const [isChanged, setChanged] = useState(false);
  const saving = automation ? update : create;
  const { error } = saving;
  const faultOf = (field: string) => (error instanceof ApiError ? error.faultOf(field) : undefined);
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setChanged(true);
    saving.reset();
  };
  const changeStep = (key: string, step: Step | null) =>
    change({ steps: draft.steps.flatMap((entry) => (entry.key !== key ? [entry] : step ? [{ key, step }] : [])) });
  const hasItem = ITEM_TRIGGERS.includes(draft.trigger.kind);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const rule = ruleOf({ ...draft, filters: hasItem ? draft.filters.filter(isCompleteFilter) : [] });
    const onSuccess = () => {
      toast(t('saved', { name: rule.name }));
      props.onClose();
    };
    if (automation) update.mutate({ id: automation._id, version: automation.version, ...rule }, { onSuccess });
    else create.mutate({ id: board._id, ...rule }, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t('name')}
          value={draft.name}
          maxLength={MAX_NAME_LENGTH}
          required
          data-autofocus
          dir="auto"
          error={faultOf('name')}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TriggerFields
          board={board}
          people={people}
          trigger={draft.trigger}
          error={faultOf('trigger.columnId') ?? faultOf('trigger.words') ?? faultOf('trigger.groupId')}
          ruleError={faultOf('trigger.rule')}
          onChange={(trigger) => change({ trigger })}
        />
        {hasItem && (
          <Stack gap={4}>
            <Heading size="h5">{t('onlyIf')}</Heading>
            <Group gap="xs">
              <FilterMenu
                columns={board.columns}
                people={people}
                filters={draft.filters}
                onChange={(filters) => change({ filters })}
              />
              <Hint size="xs">{t('ifHint')}</Hint>
            </Group>
          </Stack>
        )}
        <Heading size="h5">{t('steps')}</Heading>
        {draft.steps.map(({ key, step }, index) => (
          <Card key={key} as="section" aria-label={t('step', { number: index + 1 })} className={classes.message ?? ''}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Select
                size="sm"
                flex={1}
                aria-label={t('step', { number: index + 1 })}
                data={STEP_KINDS.filter((kind) => kind !== 'callWebhook' || isAdmin || kind === step.kind).map(
                  (value) => ({ value, label: t(`stepKind.${value}`) }),
                )}
                value={step.kind}
                allowDeselect={false}
                error={faultOf(`steps.${index}`)}
                onChange={(kind) => kind && changeStep(key, newStep(kind as StepKind, board))}
              />
              {draft.steps.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('removeStep', { number: index + 1 })}
                  onClick={() => changeStep(key, null)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <StepFields
              board={board}
              people={people}
              trigger={draft.trigger}
              step={step}
              errorOf={(field) => faultOf(`steps.${index}.${field}`)}
              onChange={(next) => changeStep(key, next)}
            />
          </Card>
        ))}
        <Group>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={draft.steps.length >= MAX_STEPS}
            onClick={() => change({ steps: [...draft.steps, withKey(newStep('notify', board))] })}
          >
            {t('addStep')}
          </Button>
        </Group>
        {error && <Notice tone="error">{failureText(error)}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={draft.name.trim() === ''}>
            {t('save')}
          </Button>
        </Group>
        {automation && <TestAutomation board={board} automation={automation} isChanged={isChanged} />}
      </Stack>
    </form>
  );
}
