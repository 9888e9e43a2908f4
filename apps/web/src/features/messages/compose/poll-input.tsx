import { ActionIcon, Button, Checkbox, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { MAX_OPTION_LENGTH, MAX_POLL_OPTIONS } from '@switchyard/contracts/messages/limits';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import '../texts.ts';
import classes from './compose.module.css';
import { optionField } from './compose-values.ts';
import { canAdd, canRemove, newOption, type PollDraft } from './poll-draft.ts';
import type { ComposeForm } from './use-compose-form.ts';

/** Options of a poll. Enter adds an option below; Alt with an arrow key moves the current one. */
export function PollInput({ form, poll, onRemove }: { form: ComposeForm; poll: PollDraft; onRemove: () => void }) {
  const { t } = useTranslation('messages');
  const inputs = useRef(new Map<number, HTMLInputElement>());
  /** The option to focus next; an input loses focus when it moves. */
  const [focused, setFocused] = useState<{ key: number } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (focused) inputs.current.get(focused.key)?.focus();
  }, [focused]);

  const add = (index: number) => {
    if (!canAdd(poll)) return;
    const option = newOption();
    form.insertListItem('poll.options', option, index + 1);
    setFocused({ key: option.key });
  };
  const remove = (index: number) => {
    const neighbour = poll.options[index + 1] ?? poll.options[index - 1];
    form.removeListItem('poll.options', index);
    if (neighbour) setFocused({ key: neighbour.key });
  };
  const moveOption = (index: number, by: -1 | 1) => {
    const option = poll.options[index];
    if (!option || !poll.options[index + by]) return;
    form.reorderListItem('poll.options', { from: index, to: index + by });
    setFocused({ key: option.key });
    setAnnouncement(t('compose.optionMoved', { place: index + by + 1, total: poll.options.length }));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (event.altKey && isArrow) moveOption(index, event.key === 'ArrowUp' ? -1 : 1);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) add(index);
    else return;
    event.preventDefault();
  };

  return (
    <fieldset className={classes.poll}>
      <legend>{t('compose.options')}</legend>
      <Hint size="xs" id="poll-hint">
        {t('compose.optionsHint', { most: MAX_POLL_OPTIONS })}
      </Hint>
      <ol className={classes.options}>
        {poll.options.map((option, index) => {
          const name = t('compose.option', { place: index + 1 });
          return (
            <li key={option.key}>
              <TextInput
                ref={(element) => {
                  if (element) inputs.current.set(option.key, element);
                  else inputs.current.delete(option.key);
                }}
                aria-label={name}
                aria-describedby="poll-hint"
                dir="auto"
                maxLength={MAX_OPTION_LENGTH}
                placeholder={name}
                className={classes.option ?? ''}
                onKeyDown={(event) => onKeyDown(event, index)}
                {...form.getInputProps(optionField(index))}
              />
              <Group gap={0} wrap="nowrap">
                <OptionButton
                  name={t('compose.moveUp', { name })}
                  isDisabled={index === 0}
                  onClick={() => moveOption(index, -1)}
                >
                  <IconArrowUp size={16} />
                </OptionButton>
                <OptionButton
                  name={t('compose.moveDown', { name })}
                  isDisabled={index === poll.options.length - 1}
                  onClick={() => moveOption(index, 1)}
                >
                  <IconArrowDown size={16} />
                </OptionButton>
                <OptionButton
                  name={t('compose.removeOption', { name })}
                  isDisabled={!canRemove(poll)}
                  onClick={() => remove(index)}
                >
                  <IconX size={16} />
                </OptionButton>
              </Group>
            </li>
          );
        })}
      </ol>
      <Checkbox
        label={t('compose.several')}
        checked={poll.selectable !== 1}
        onChange={(event) => form.setFieldValue('poll.selectable', event.currentTarget.checked ? 0 : 1)}
      />
      {form.errors.poll && (
        <Text size="xs" c="red" role="alert">
          {form.errors.poll}
        </Text>
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={!canAdd(poll)}
          onClick={() => add(poll.options.length - 1)}
        >
          {t('compose.addOption')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
          {t('compose.removePoll')}
        </Button>
      </Group>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </fieldset>
  );
}

function OptionButton(props: { name: string; isDisabled: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={props.name}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  );
}
