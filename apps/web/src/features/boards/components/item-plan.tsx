import { Checkbox, Group, NumberInput, Skeleton, TextInput } from '@mantine/core';
import { MAX_LEAD_DAYS } from '@switchyard/contracts/boards/limits';
import type { ItemPlan } from '@switchyard/contracts/boards/operations';
import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { RuleEditorContext } from '../../../components/rule-editor.ts';
import { toastError } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useItemChanges } from '../api/item-details.ts';
import classes from './boards.module.css';
import '../texts.ts';

const DEFAULT_REMINDER = { daysBefore: 1, time: '09:00' };

/** An item's recurrence, and its reminders to the assigned people. */
export function ItemPlanFields(props: { itemId: string; plan: ItemPlan; dueOn: string | null; isDisabled: boolean }) {
  const { t } = useTranslation('boards');
  const { itemId, plan, dueOn, isDisabled } = props;
  const { zone } = useMe().workspace;
  const { setPlan } = useItemChanges();
  const RuleEditor = use(RuleEditorContext);
  const { rule, reminder } = setPlan.isPending ? setPlan.variables : plan;
  const change = (part: Partial<ItemPlan>) =>
    setPlan.mutate({ ...plan, ...part, id: itemId }, { onError: (error) => toastError(failureText(error)) });
  const start = `${dueOn ?? new Date().toISOString().slice(0, 10)}T00:00`;
  const { error } = setPlan;
  return (
    <section className={classes.part} aria-label={t('plan.title')}>
      <Heading size="h4">{t('plan.title')}</Heading>
      {RuleEditor && !isDisabled && (
        <Suspense fallback={<Skeleton height={60} />}>
          <RuleEditor
            rule={rule}
            start={start}
            zone={zone}
            error={error instanceof ApiError ? error.faultOf('rule') : undefined}
            onChange={(next) => change({ rule: next })}
          />
        </Suspense>
      )}
      <Hint size="xs">{t('plan.ruleHint')}</Hint>
      <Checkbox
        label={t('plan.remind')}
        checked={reminder !== null}
        disabled={isDisabled}
        onChange={({ currentTarget }) => change({ reminder: currentTarget.checked ? DEFAULT_REMINDER : null })}
      />
      {reminder && (
        <Group grow align="flex-start">
          <NumberInput
            size="sm"
            label={t('plan.daysBefore')}
            value={reminder.daysBefore}
            min={0}
            max={MAX_LEAD_DAYS}
            clampBehavior="strict"
            allowDecimal={false}
            disabled={isDisabled}
            onChange={(days) => days !== '' && change({ reminder: { ...reminder, daysBefore: Number(days) } })}
          />
          <TextInput
            size="sm"
            type="time"
            label={t('plan.time')}
            value={reminder.time}
            disabled={isDisabled}
            onChange={({ currentTarget: { value } }) => value && change({ reminder: { ...reminder, time: value } })}
          />
        </Group>
      )}
      {reminder && <Hint size="xs">{t('plan.remindHint')}</Hint>}
    </section>
  );
}
