import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { KnowledgeBase } from '@switchyard/contracts/knowledge/operations';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useKnowledgeChanges } from '../api/knowledge.ts';
import '../texts.ts';

/** Names a new knowledge base, or renames an existing one. */
export function NameDialog(props: {
  /** Null: a new one. */
  base: KnowledgeBase | null;
  onDone: (base: KnowledgeBase) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('knowledge');
  const [name, setName] = useState(props.base?.name ?? '');
  const { create, rename } = useKnowledgeChanges();
  const error = create.error ?? rename.error;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = props.base
      ? await rename.mutateAsync({ id: props.base._id, name }).catch(() => null)
      : await create.mutateAsync({ name }).catch(() => null);
    if (!done) return;
    if (!props.base) toast(t('created', { name: done.name }));
    props.onClose();
    props.onDone(done);
  };
  return (
    <Modal opened onClose={props.onClose} title={t(props.base ? 'renameTitle' : 'createTitle')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            value={name}
            maxLength={128}
            required
            data-autofocus
            dir="auto"
            error={error && ((error instanceof ApiError && error.faultOf('name')) || error.message)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending || rename.isPending} disabled={name.trim() === ''}>
              {t(props.base ? 'save' : 'create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
