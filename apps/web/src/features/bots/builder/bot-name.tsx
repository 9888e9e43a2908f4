import { TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import '../texts.ts';
import classes from './builder.module.css';

/** A bot's name as the screen's title; a click edits it in place, Enter saves and Escape discards. */
export function BotName({ name, onRename }: { name: string; onRename: ((name: string) => void) | undefined }) {
  const { t } = useTranslation('bots');
  const [typed, setTyped] = useState<string | null>(null);
  useTitle(t('builder.title', { name }));
  if (typed !== null) {
    return (
      <TextInput
        autoFocus
        className={classes.botName}
        aria-label={t('builder.botName')}
        value={typed}
        maxLength={120}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          const trimmed = typed.trim();
          if (trimmed !== '' && trimmed !== name) onRename?.(trimmed);
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setTyped(null);
        }}
        dir="auto"
      />
    );
  }
  return (
    <Title order={1} size="h3" className={classes.botName}>
      {onRename ? (
        <UnstyledButton className={classes.rename} title={t('builder.rename')} onClick={() => setTyped(name)}>
          <bdi>{name}</bdi>
          <IconPencil size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        <bdi>{name}</bdi>
      )}
    </Title>
  );
}
