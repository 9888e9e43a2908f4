import { Button, CloseButton, NativeSelect } from '@mantine/core';
import type { BulkAct } from '@switchyard/contracts/inbox/operations';
import { PRIORITIES } from '@switchyard/contracts/inbox/views';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { toastError } from '../../../components/toasts.ts';
import { choicesOf } from '../../../lib/api/choices.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { members, teams, useInboxChanges } from '../api/inbox.ts';
import classes from './inbox.module.css';

/** Bulk actions for the selected conversations. */
export function BulkBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const { t } = useTranslation('inbox');
  const people = useQuery(members()).data?.data ?? [];
  const known = useQuery(teams()).data?.data ?? [];
  const { bulk } = useInboxChanges();
  const count = (key: 'selected' | 'unchanged', of: number) =>
    t(`bulk.${key}`, { count: of, formatted: formatNumber(of) });
  const runBulk = (action: BulkAct) =>
    bulk.mutate(
      { ids: [...ids], act: action },
      {
        onError: (failure) => toastError(failureText(failure)),
        onSuccess: ({ unchanged }) => {
          if (unchanged.length > 0) toastError(count('unchanged', unchanged.length));
          onClear();
        },
      },
    );
  const choice = (label: string, data: { value: string; label: string }[], onChoose: (value: string) => void) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      value=""
      disabled={bulk.isPending}
      data={[{ value: '', label, disabled: true }, ...data]}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  );
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('bulk.actions')}>
      <Hint size="sm" role="status">
        {count('selected', ids.length)}
      </Hint>
      <Button size="xs" variant="default" loading={bulk.isPending} onClick={() => runBulk({ kind: 'resolve' })}>
        {t('resolve')}
      </Button>
      {choice(
        t('bulk.assign'),
        people.map(({ _id: value, fullName: label }) => ({ value, label })),
        (userId) => runBulk({ kind: 'assign', userId }),
      )}
      {known.length > 0 &&
        choice(t('bulk.team'), choicesOf(known), (teamId) => runBulk({ kind: 'assignTeam', teamId }))}
      {choice(
        t('bulk.priority'),
        PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) })),
        (value) => {
          const priority = PRIORITIES.find((priority) => priority === value);
          if (priority) runBulk({ kind: 'prioritize', priority });
        },
      )}
      <CloseButton aria-label={t('bulk.clear')} title={t('bulk.clear')} onClick={onClear} />
    </div>
  );
}
