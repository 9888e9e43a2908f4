import { ActionIcon, Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { MAX_VARIANTS } from '@switchyard/contracts/campaigns/operations';
import { MAX_MESSAGE_LENGTH } from '@switchyard/contracts/messages/limits';
import { formVariable } from '@switchyard/contracts/shares/form-variable';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { UnknownVariables } from '../../../components/unknown-variables.tsx';
import { choicesOf, templatesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { type DraftValues, linkVariables, templateFaults, UNSUBSCRIBE } from './draft-values.ts';

const MAX_FORMS = 200;
/** Fields of every contact; custom fields follow them. */
const BUILT_IN = ['name', 'first name', 'last name', 'mobile', UNSUBSCRIBE];

/** Message text: a single one, or several variants that alternate. */
export function TextStep(props: {
  values: DraftValues;
  wasTried: boolean;
  onChange: (part: Partial<DraftValues>) => void;
}) {
  const { t } = useTranslation('campaigns');
  const { name, variants } = props.values;
  const templates = useQuery(templatesQuery);
  const fields = useQuery(apiQuery.contacts.fields.queryOptions());
  const forms = useQuery(apiQuery.shares.forms.queryOptions({ input: { limit: MAX_FORMS } }));
  const save = useMutation(apiQuery.campaignTemplates.save.mutationOptions());
  /** Where a variable is inserted: the text edited last, and the cursor in it. */
  const cursor = useRef({ at: 0, place: 0 });
  const write = (at: number, text: string) => props.onChange({ variants: variants.with(at, text) });
  const insert = (variable: string, isLink = variable === UNSUBSCRIBE) => {
    const { at, place } = cursor.current;
    const text = variants[at] ?? '';
    const end = Math.min(place, text.length);
    const written = isLink ? `{${variable}}` : `{${variable}|}`;
    write(Math.min(at, variants.length - 1), text.slice(0, end) + written + text.slice(end));
    cursor.current = { at, place: end + written.length };
  };
  const keep = (text: string) =>
    save.mutate(
      { name: name.trim() || text.slice(0, 60), text },
      {
        onSuccess: (saved) => toast(t('launch.templateSaved', { name: saved.name })),
        onError: (error) => toastError(faultText(error)),
      },
    );
  return (
    <Stack gap="md">
      {(templates.data?.data.length ?? 0) > 0 && (
        <Select
          label={t('launch.template')}
          searchable
          data={choicesOf(templates.data?.data)}
          value={null}
          onChange={(id) => {
            const found = templates.data?.data.find((template) => template._id === id);
            if (found) write(Math.min(cursor.current.at, variants.length - 1), found.text);
          }}
        />
      )}
      {variants.map((text, index) => {
        const label = variants.length > 1 ? t('launch.variantOf', { number: index + 1 }) : t('launch.variant');
        const fault = templateFaults(text) || (props.wasTried && text.trim() === '' ? t('launch.textMissing') : '');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts are only added at the end, and inputs are controlled
          <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
            <Textarea
              flex={1}
              label={label}
              withAsterisk
              autosize
              minRows={4}
              maxRows={14}
              maxLength={MAX_MESSAGE_LENGTH}
              dir="auto"
              value={text}
              error={fault || undefined}
              onSelect={(event) => {
                cursor.current = { at: index, place: event.currentTarget.selectionEnd };
              }}
              onChange={(event) => write(index, event.currentTarget.value)}
            />
            {variants.length > 1 && (
              <ActionIcon
                mt={26}
                size="lg"
                variant="subtle"
                color="gray"
                aria-label={t('launch.removeVariant', { number: index + 1 })}
                onClick={() => props.onChange({ variants: variants.toSpliced(index, 1) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      <UnknownVariables text={variants.join('\n')} also={linkVariables(variants.join('\n'))} />
      <Group gap={6}>
        {[...BUILT_IN, ...(fields.data ?? []).map((field) => field.key)].map((variable) => (
          <Button key={variable} size="xs" variant="default" onClick={() => insert(variable)}>
            <bdi>{`{${variable}}`}</bdi>
          </Button>
        ))}
      </Group>
      <Hint size="xs">{t('launch.variables')}</Hint>
      {(forms.data?.data.length ?? 0) > 0 && (
        <Select
          label={t('launch.form')}
          description={t('launch.formHint')}
          searchable
          data={(forms.data?.data ?? []).map((form) => ({
            value: form._id,
            label: `${form.name} (${form.boardName})`,
          }))}
          value={null}
          onChange={(id) => {
            const found = forms.data?.data.find((form) => form._id === id);
            if (found) insert(formVariable(found), true);
          }}
        />
      )}
      <Group gap="xs">
        {variants.length < MAX_VARIANTS && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => props.onChange({ variants: [...variants, ''] })}
          >
            {t('launch.addVariant')}
          </Button>
        )}
        <Button
          variant="subtle"
          size="xs"
          loading={save.isPending}
          disabled={(variants[0] ?? '').trim() === ''}
          onClick={() => keep(variants[0] ?? '')}
        >
          {t('launch.saveTemplate')}
        </Button>
      </Group>
    </Stack>
  );
}
