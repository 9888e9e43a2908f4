import { Button, Group, Modal, Stack } from '@mantine/core';
import type { Message } from '@switchyard/contracts/messages/message';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useRefusalText } from '../api/refusal-text.ts';
import { SendFrom } from '../components/send-from.tsx';
import { ScopeInput } from '../recurrence/scope-input.tsx';
import '../texts.ts';
import { type ComposeTarget, composedMessage } from '../../../lib/dialogs/compose-target.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { ContactInput } from './contact-input.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { DueInput } from './due-input.tsx';
import { ExtrasInput } from './extras-input.tsx';
import { FileDrop } from './file-drop.tsx';
import { MessageTextInput } from './message-text-input.tsx';
import type { PollDraft } from './poll-draft.ts';
import { Quoted } from './quoted.tsx';
import { RecurrenceField } from './recurrence-field.tsx';
import { SuppressedNotice } from './suppressed-notice.tsx';
import { useAttachment } from './use-attachment.ts';
import { useComposeForm } from './use-compose-form.ts';
import { usePeople } from './use-people.ts';

/** Schedules a message, edits a pending one, resends a failed one, or replies. Closing keeps the draft. */
export function ComposeDialog(props: {
  target: ComposeTarget | null;
  onClose: () => void;
  /** Called when a different message takes the place of the edited one. */
  onReplaced?: (id: string) => void;
}) {
  const { target, onClose, onReplaced = () => undefined } = props;
  const { t } = useTranslation('messages');
  return (
    <Modal
      opened={target !== null}
      onClose={onClose}
      title={target ? t(titleOf(target)) : ''}
      closeButtonProps={{ 'aria-label': t('compose.close') }}
      size="lg"
    >
      {target && <ComposeFields target={target} onDone={onClose} onReplaced={onReplaced} />}
    </Modal>
  );
}

function titleOf(target: ComposeTarget) {
  if ('message' in target) return 'compose.editTitle';
  if ('again' in target) return 'compose.againTitle';
  if ('copy' in target) return 'compose.copyTitle';
  return 'answers' in target ? 'compose.replyTitle' : 'compose.newTitle';
}

interface ComposeProps {
  target: ComposeTarget;
  onDone: () => void;
  onReplaced: (id: string) => void;
}

/** Fields whose errors may no longer apply once the attachment or poll changes. */
const EXTRAS_FIELDS = ['message', 'attachment', 'poll'];

function ComposeFields({ target, onDone, onReplaced }: ComposeProps) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { form, isEdit, canHaveSeveral, series, draft, submit, isSaving, refused, conflict } = useComposeForm(
    target,
    onDone,
    onReplaced,
  );
  const { values } = form;
  const people = usePeople(values);
  /** With the recipient known, focus starts in the text. */
  const isFilledIn = form.getInitialValues().to !== '';
  const changeExtras = (change: { file?: Message['attachment']; poll?: PollDraft | null }) => {
    if (change.file !== undefined) form.setFieldValue('file', change.file);
    if (change.poll !== undefined) form.setFieldValue('poll', change.poll);
    form.setErrors((faults) =>
      Object.fromEntries(
        Object.entries(faults).filter(([field]) => !EXTRAS_FIELDS.includes(field.split('.')[0] ?? '')),
      ),
    );
  };
  const attachment = useAttachment((file) => changeExtras({ file }));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!attachment.uploading) return submit(event);
    event.preventDefault();
    form.setFieldError('attachment', t('compose.waitForUpload'));
  };

  return (
    <form onSubmit={onSubmit} noValidate>
      <FileDrop isFree={!values.file && !values.poll} onFile={(file) => void attachment.choose(file)} />
      <Stack gap="sm">
        {draft.offered && <DraftOffer draft={draft} onTake={(values) => form.setValues(values)} />}
        {refused && !conflict && <Notice tone="error">{refusal(refused)}</Notice>}
        {conflict && <ConflictNotice conflict={conflict} isSaving={isSaving} />}
        {series && <ScopeInput value={series.scope} onChange={series.setScope} label={t('recurrence.scope')} isEdit />}
        <ContactInput form={form} isFirst={!isFilledIn} allowsSeveral={canHaveSeveral} />
        <SuppressedNotice people={people} />
        {composedMessage(target) === null && (
          <SendFrom
            value={values.engineId}
            onChange={(engineId) => form.setFieldValue('engineId', engineId)}
            error={form.errors.engineId}
          />
        )}
        {values.quote && <Quoted quote={values.quote} onRemove={() => form.setFieldValue('quote', null)} />}
        <MessageTextInput form={form} people={people} canBeFilled={canHaveSeveral} isFirst={isFilledIn} />
        <ExtrasInput form={form} attachment={attachment} onExtrasChange={changeExtras} />
        <DueInput form={form} people={people} canSendNow={!series || series.scope === 'one'} />
        <RecurrenceField form={form} isEdit={composedMessage(target) !== null} series={series} />
        <Group justify="flex-end" mt="xs">
          <Button type="submit" loading={isSaving}>
            {t(isEdit ? 'compose.save' : values.sendNow ? 'compose.send' : 'compose.schedule')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
