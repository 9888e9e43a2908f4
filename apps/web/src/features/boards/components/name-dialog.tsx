import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { MAX_NAME_LENGTH } from '@switchyard/contracts/boards/limits';
import { BOARD_TEMPLATES, type BoardTemplate } from '@switchyard/contracts/boards/operations';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import '../texts.ts';

/** Asks for the name of a board, group or similar and closes once it is saved. */
export function NameDialog(props: {
  title: string;
  name: string;
  submit: string;
  /** Offers templates for a new board. */
  hasTemplate?: boolean;
  onSave: (name: string, template: BoardTemplate) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation('boards');
  const [name, setName] = useState(props.name);
  const [template, setTemplate] = useState<BoardTemplate>('blank');
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      await props.onSave(name, template);
      props.onClose();
    } catch (failure) {
      setError(failure);
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={t('name')}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            required
            data-autofocus
            dir="auto"
            error={error !== null && ((error instanceof ApiError && error.faultOf('name')) || failureText(error))}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {props.hasTemplate && (
            <Select
              label={t('template')}
              data={BOARD_TEMPLATES.map((value) => ({ value, label: t(`templates.${value}`) }))}
              value={template}
              allowDeselect={false}
              onChange={(chosen) => setTemplate(chosen as BoardTemplate)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isSaving} disabled={name.trim() === ''}>
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
