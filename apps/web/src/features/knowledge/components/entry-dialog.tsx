import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { MAX_ENTRY_LENGTH, MAX_QUESTION_LENGTH } from '@switchyard/contracts/knowledge/limits';
import type { KnowledgeEntry } from '@switchyard/contracts/knowledge/operations';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useEntryChanges } from '../api/knowledge.ts';
import '../texts.ts';

/** An entry in the editor: a new one, an existing one, or the answer to an unanswered question. */
export interface EntryDraft extends Pick<KnowledgeEntry, 'kind' | 'title' | 'text'> {
  entryId?: string;
  questionId?: string;
}

export function EntryDialog(props: { baseId: string; draft: EntryDraft; onClose: () => void }) {
  const { t } = useTranslation('knowledge');
  const { kind, entryId, questionId } = props.draft;
  const [title, setTitle] = useState(props.draft.title);
  const [text, setText] = useState(props.draft.text);
  const { add, change } = useEntryChanges();
  const error = add.error ?? change.error;
  const faultOf = (field: string) => (error instanceof ApiError ? error.faultOf(field) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      toast(t('entries.saved'));
      props.onClose();
    };
    const fields = { kind, title, text };
    if (entryId !== undefined) change.mutate({ id: entryId, ...fields }, { onSuccess });
    else add.mutate({ id: props.baseId, ...fields, ...(questionId && { questionId }) }, { onSuccess });
  };
  const isAnswer = kind === 'answer';
  return (
    <Modal
      opened
      onClose={props.onClose}
      // A click outside must not discard what was typed.
      closeOnClickOutside={false}
      size="lg"
      title={t(entryId !== undefined ? 'entries.change' : isAnswer ? 'entries.newAnswer' : 'entries.newText')}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          {error && !faultOf('title') && !faultOf('text') && <Notice tone="error">{error.message}</Notice>}
          <TextInput
            label={t(isAnswer ? 'entries.titleAnswer' : 'entries.titleText')}
            value={title}
            maxLength={MAX_QUESTION_LENGTH}
            required
            dir="auto"
            error={faultOf('title')}
            data-autofocus={title === '' || undefined}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea
            label={t(isAnswer ? 'entries.answer' : 'entries.text')}
            value={text}
            maxLength={MAX_ENTRY_LENGTH}
            required
            autosize
            minRows={5}
            maxRows={18}
            dir="auto"
            error={faultOf('text')}
            data-autofocus={title !== '' || undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              loading={add.isPending || change.isPending}
              disabled={title.trim() === '' || text.trim() === ''}
            >
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
