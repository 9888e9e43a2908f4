import { Button, Textarea } from '@mantine/core';
import { IconPlayerStop, IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import classes from './chat.module.css';

/**
 * The input for requests: Enter sends, Shift+Enter starts a new line; disabled while a reply is pending (spec 002
 * sections 2 and 5).
 */
export function Composer(props: {
  text: string;
  onText: (text: string) => void;
  isPending: boolean;
  onSend: () => void;
  onStop: () => void;
}) {
  const { t } = useTranslation('agent');
  const field = useRef<HTMLTextAreaElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    // A disabled field loses the focus: give it back to the user who was typing.
    if (wasPending.current && !props.isPending) field.current?.focus({ preventScroll: true });
    wasPending.current = props.isPending;
  }, [props.isPending]);
  const isEmpty = props.text.trim() === '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isEmpty && !props.isPending) props.onSend();
  };
  return (
    <div className={classes.composer}>
      <Textarea
        ref={field}
        aria-label={t('input')}
        placeholder={t('placeholder')}
        value={props.text}
        onChange={(event) => props.onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        disabled={props.isPending}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={8_000}
        dir="auto"
        className={classes.field}
        data-autofocus
      />
      {props.isPending ? (
        <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={props.onStop}>
          {t('stop')}
        </Button>
      ) : (
        <Button leftSection={<IconSend size={16} aria-hidden />} disabled={isEmpty} onClick={props.onSend}>
          {t('send')}
        </Button>
      )}
    </div>
  );
}
