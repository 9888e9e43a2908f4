import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import type { Act } from './simulated-phone.ts';
import classes from './simulator-page.module.css';
import './texts.ts';

/** Sends a message from the phone, as a person would. */
export function SendCard({ defaultTo, act, isOff }: { defaultTo: string; act: Act; isOff: boolean }) {
  const { t } = useTranslation('simulator');
  const [to, setTo] = useState(defaultTo);
  const [text, setText] = useState('');
  return (
    <Card className={classes.card} aria-label={t('send')}>
      <Heading size="h3">{t('send')}</Heading>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          act('messages', t('sendNow'), { to, text });
        }}
      >
        <TextInput label={t('to')} type="tel" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        <Textarea
          label={t('text')}
          autosize
          minRows={2}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={isOff || to === '' || text === ''}>
          {t('sendNow')}
        </Button>
      </form>
    </Card>
  );
}
