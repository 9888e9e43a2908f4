import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Notice } from '../../../components/notice.tsx';
import '../texts.ts';
import classes from './explorer.module.css';

/** A card with a form: its fields, the fault that belongs to none of them, and the button that keeps it. */
export function SettingsForm(props: {
  title: string;
  hint?: string;
  isBusy: boolean;
  /** Nothing has been changed yet. */
  isUnchanged: boolean;
  fault: string | null;
  onSave: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('engines');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.isBusy) props.onSave();
  };
  return (
    <Card className={classes.card} aria-label={props.title}>
      <div>
        <Title order={2} size="h3">
          {props.title}
        </Title>
        {props.hint && (
          <Text size="sm" c="dimmed">
            {props.hint}
          </Text>
        )}
      </div>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {props.fault !== null && <Notice tone="error">{props.fault}</Notice>}
          {props.children}
          <Group justify="flex-end">
            <Button type="submit" loading={props.isBusy} disabled={props.isUnchanged}>
              {t('settings.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
