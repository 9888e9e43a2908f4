import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { MessageStatus } from '../components/message-status.tsx';
import { shownText } from '../files/kinds.ts';
import '../texts.ts';
import classes from './compose.module.css';
import type { useComposeForm } from './use-compose-form.ts';

type Conflict = NonNullable<ReturnType<typeof useComposeForm>['conflict']>;

/**
 * Shown when someone else or the lane changed the message first: its current version beside the edit, and the ways to
 * continue.
 */
export function ConflictNotice({ conflict, isSaving }: { conflict: Conflict; isSaving: boolean }) {
  const { t } = useTranslation('messages');
  const { now } = conflict;
  const isOpen = now.abilities.edit;
  return (
    <Alert
      color="yellow"
      role="alert"
      classNames={{ label: classes.warning ?? '' }}
      title={t(isOpen ? 'conflict.changed' : 'conflict.gone')}
    >
      <Group gap="xs" mb={4}>
        <MessageStatus message={now} />
        <RelativeTime at={now.dueDate} exact />
        <bdi>{now.contactName}</bdi>
      </Group>
      <Text size="sm" dir="auto" className={classes.currentText}>
        {shownText(now)}
      </Text>
      <Text size="sm" mt="xs">
        {t(isOpen ? 'conflict.changedHint' : 'conflict.goneHint')}
      </Text>
      <Group gap="xs" mt="xs">
        {isOpen ? (
          <>
            <Button size="xs" loading={isSaving} onClick={conflict.saveMine}>
              {t('conflict.saveMine')}
            </Button>
            <Button size="xs" variant="default" onClick={conflict.takeTheirs}>
              {t('conflict.takeTheirs')}
            </Button>
          </>
        ) : (
          <Button size="xs" loading={isSaving} onClick={conflict.sendAsNew}>
            {t('conflict.sendAsNew')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
