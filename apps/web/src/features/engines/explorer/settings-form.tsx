import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { faultsAt } from '../../../lib/api/field-faults.ts';
import '../texts.ts';
import classes from './explorer.module.css';

/**
 * A card with a form that the server validates: its fields, an error that belongs to none of them, and a save button.
 */
export function SettingsForm<Values extends object, Input>(props: {
  title: string;
  hint?: string;
  form: UseFormReturnType<Values>;
  /** Converts form values to the request's input. */
  input: (values: Values) => Input;
  save: UseMutationResult<unknown, Error, Input>;
  /** The form can be saved. */
  isReady: boolean;
  onSaved?: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('engines');
  const { form, save } = props;
  const fields = Object.keys(form.values);
  // Not in mutate callbacks: the refetch may remount the form, and callbacks of the unmounted one are not called.
  const submit = form.onSubmit(async (values) => {
    try {
      await save.mutateAsync(props.input(values));
    } catch (error) {
      form.setErrors(faultsAt(fields, error as Error));
      return;
    }
    toast(t('settings.saved'));
    form.resetDirty(values);
    props.onSaved?.();
  });
  const isAtField = Object.keys(faultsAt(fields, save.error)).length > 0;
  return (
    <Card className={classes.card} aria-label={props.title}>
      <div>
        <Heading size="h3">{props.title}</Heading>
        {props.hint && <Hint>{props.hint}</Hint>}
      </div>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          {save.error && !isAtField && <Notice tone="error">{save.error.message}</Notice>}
          {props.children}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!props.isReady}>
              {t('settings.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
