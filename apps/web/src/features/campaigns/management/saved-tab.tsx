import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../../components/failure-text.ts';
import { Notice } from '../../../components/notice.tsx';
import '../texts.ts';
import { type SavedItem, SavedList, type SavedListProps } from './saved-list.tsx';

/** Saved items of one kind, with actions to add, edit and delete them. */
export function SavedTab<Item extends SavedItem>(
  props: Omit<SavedListProps<Item>, 'onEdit'> & {
    addLabel: string;
    /** Renders the form of an item; null for a new one. */
    renderForm: (item: Item | null, onDone: () => void) => ReactNode;
  },
) {
  const { addLabel, renderForm, ...list } = props;
  const [edited, setEdited] = useState<Item | 'new' | null>(null);
  const close = () => setEdited(null);
  return (
    <Stack gap="md">
      <Button leftSection={<IconPlus size={16} />} w="fit-content" onClick={() => setEdited('new')}>
        {addLabel}
      </Button>
      <SavedList {...list} onEdit={setEdited} />
      <Modal
        opened={edited !== null}
        onClose={close}
        title={edited === null || edited === 'new' ? addLabel : edited.name}
        size="lg"
      >
        {edited && renderForm(edited === 'new' ? null : edited, close)}
      </Modal>
    </Stack>
  );
}

/** Name of a saved item, with its other fields. */
export function SavedItemForm(props: {
  name: string;
  onName: (name: string) => void;
  /** The form can be saved. */
  isComplete: boolean;
  save: { isPending: boolean; error: Error | null };
  onSave: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('campaigns');
  const { name, save } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {save.error && <Notice tone="error">{faultText(save.error)}</Notice>}
        <TextInput
          label={t('manage.name')}
          withAsterisk
          maxLength={120}
          dir="auto"
          data-autofocus
          value={name}
          onChange={(event) => props.onName(event.currentTarget.value)}
        />
        {props.children}
        <Button type="submit" disabled={name.trim() === '' || !props.isComplete} loading={save.isPending}>
          {t('manage.save')}
        </Button>
      </Stack>
    </form>
  );
}
