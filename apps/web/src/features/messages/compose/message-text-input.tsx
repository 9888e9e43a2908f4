import { Checkbox, Group, Text, Textarea } from '@mantine/core';
import { variablesOf } from '@switchyard/message-template';
import { useTranslation } from 'react-i18next';
import { UnknownVariables } from '../../../components/unknown-variables.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';
import { maxTextLength, noTextReason } from './compose-values.ts';
import { FieldsMenu } from './fields-menu.tsx';
import { TemplatesMenu } from './templates-menu.tsx';
import { TextPreview } from './text-preview.tsx';
import type { ComposeForm } from './use-compose-form.ts';
import type { Person } from './use-people.ts';

/** The message text, its placeholders and templates, and a preview. */
export function MessageTextInput(props: {
  form: ComposeForm;
  people: readonly Person[];
  /** True for a new message, whose placeholders are filled for each recipient. */
  canBeFilled: boolean;
  isFirst: boolean;
}) {
  const { t } = useTranslation('messages');
  const { form, people, canBeFilled } = props;
  const { values } = form;
  const { message } = values;
  const reason = values.file && noTextReason(values.file);
  const hasVariables = canBeFilled && variablesOf(message).length > 0;
  const setText = (text: string, cursor: number) => {
    form.setFieldValue('message', text);
    const field = form.getInputNode('message');
    if (!(field instanceof HTMLTextAreaElement)) return;
    // After the field has rendered the new text.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(cursor, cursor);
    });
  };
  const insert = (text: string) => {
    const field = form.getInputNode('message');
    const at = field instanceof HTMLTextAreaElement ? field.selectionStart : message.length;
    setText(message.slice(0, at) + text + message.slice(at), at + text.length);
  };
  return (
    <>
      <Textarea
        label={t(values.poll ? 'compose.question' : values.file ? 'compose.caption' : 'compose.message')}
        description={reason ? t(`compose.${reason}`) : undefined}
        withAsterisk={!values.file}
        autosize
        minRows={values.poll || values.file ? 2 : 4}
        maxRows={12}
        dir="auto"
        data-autofocus={props.isFirst || undefined}
        {...form.getInputProps('message')}
      />
      <Group justify="space-between" gap="xs" mt={-8}>
        <Group gap={4}>
          {canBeFilled && <FieldsMenu onInsert={insert} />}
          <TemplatesMenu text={message} onInsert={insert} />
        </Group>
        <Text size="xs" c={message.length > maxTextLength(values) ? 'red' : 'dimmed'}>
          {t('compose.counter', { formatted: formatNumber(message.length), most: formatNumber(maxTextLength(values)) })}
        </Text>
      </Group>
      {hasVariables && <Checkbox label={t('compose.fills')} {...form.getInputProps('fills', { type: 'checkbox' })} />}
      {hasVariables && values.fills && <UnknownVariables text={message} />}
      <TextPreview message={message} people={people} fillsPlaceholders={hasVariables && values.fills} />
    </>
  );
}
