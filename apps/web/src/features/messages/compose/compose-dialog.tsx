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
import { Recurs } from './recurs.tsx';
import { SuppressedNotice } from './suppressed-notice.tsx';
import { useAttachment } from './use-attachment.ts';
import { useComposeForm } from './use-compose-form.ts';
import { usePeople } from './use-people.ts';

/**
 * Schedules a message, edits one that still waits, sends a failed one again, or answers one. What is written is kept
 * when it closes.
 */
export function ComposeDialog(props: {
  composed: ComposeTarget | null;
  onClose: () => void;
  /** Another message stands in the place of the one that was edited. */
  onReplaced?: (id: string) => void;
}) {
  const { composed, onClose, onReplaced = () => undefined } = props;
  const { t } = useTranslation('messages');
  return (
    <Modal
      opened={composed !== null}
      onClose={onClose}
      title={composed ? t(titleOf(composed)) : ''}
      closeButtonProps={{ 'aria-label': t('compose.close') }}
      size="lg"
    >
      {composed && <ComposeFields composed={composed} onDone={onClose} onReplaced={onReplaced} />}
    </Modal>
  );
}

function titleOf(composed: ComposeTarget) {
  if ('message' in composed) return 'compose.editTitle';
  if ('again' in composed) return 'compose.againTitle';
  if ('copy' in composed) return 'compose.copyTitle';
  return 'answers' in composed ? 'compose.replyTitle' : 'compose.newTitle';
}

interface ComposeProps {
  composed: ComposeTarget;
  onDone: () => void;
  onReplaced: (id: string) => void;
}

/** Faults that may be gone once a message carries something else. */
const OF_WHAT_IS_CARRIED = ['message', 'attachment', 'poll'];

function ComposeFields({ composed, onDone, onReplaced }: ComposeProps) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const { form, isEdit, isForAny, series, draft, submit, isSaving, refused, conflict } = useComposeForm(
    composed,
    onDone,
    onReplaced,
  );
  const { values } = form;
  const people = usePeople(values);
  /** Whom it goes to is known: the words come first then. */
  const isFilledIn = form.getInitialValues().to !== '';
  const carry = (change: { file?: Message['attachment']; poll?: PollDraft | null }) => {
    if (change.file !== undefined) form.setFieldValue('file', change.file);
    if (change.poll !== undefined) form.setFieldValue('poll', change.poll);
    form.setErrors((faults) =>
      Object.fromEntries(
        Object.entries(faults).filter(([field]) => !OF_WHAT_IS_CARRIED.includes(field.split('.')[0] ?? '')),
      ),
    );
  };
  const attachment = useAttachment((file) => carry({ file }));
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
        <ContactInput form={form} isFirst={!isFilledIn} canBeSeveral={isForAny} />
        <SuppressedNotice people={people} />
        {composedMessage(composed) === null && (
          <SendFrom
            value={values.engineId}
            onChange={(engineId) => form.setFieldValue('engineId', engineId)}
            error={form.errors.engineId}
          />
        )}
        {values.quote && <Quoted quote={values.quote} onRemove={() => form.setFieldValue('quote', null)} />}
        <MessageTextInput form={form} people={people} canBeFilled={isForAny} isFirst={isFilledIn} />
        <ExtrasInput form={form} attachment={attachment} onCarry={carry} />
        <DueInput form={form} people={people} canSendNow={!series || series.scope === 'one'} />
        <Recurs form={form} isEdit={composedMessage(composed) !== null} series={series} />
        <Group justify="flex-end" mt="xs">
          <Button type="submit" loading={isSaving}>
            {t(isEdit ? 'compose.save' : values.sendNow ? 'compose.send' : 'compose.schedule')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
