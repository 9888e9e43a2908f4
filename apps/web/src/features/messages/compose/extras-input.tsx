import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { MessageFile } from '@switchyard/contracts/messages/message';
import { IconChartBar, IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { FileCard, UploadingCard } from '../files/file-card.tsx';
import { SendAs } from '../files/send-as.tsx';
import '../texts.ts';
import { newPoll, type PollDraft } from './poll-draft.ts';
import { PollInput } from './poll-input.tsx';
import type { useAttachment } from './use-attachment.ts';
import type { ComposeForm } from './use-compose-form.ts';

/** Attaches a file or a poll to the message. */
export function ExtrasInput(props: {
  form: ComposeForm;
  attachment: ReturnType<typeof useAttachment>;
  onExtrasChange: (change: { file?: MessageFile | null; poll?: PollDraft | null }) => void;
}) {
  const { t } = useTranslation('messages');
  const { form, attachment, onExtrasChange } = props;
  const { file, poll } = form.values;
  const error = attachment.error ?? form.errors.attachment;
  const isFree = !file && !poll && !attachment.uploading;
  return (
    <Stack gap={6}>
      {attachment.uploading ? (
        <UploadingCard {...attachment.uploading} onStop={attachment.stop} />
      ) : (
        file && (
          <>
            <FileCard file={file} localFile={attachment.localFile} onRemove={() => onExtrasChange({ file: null })} />
            <SendAs file={file} onChange={(updated) => onExtrasChange({ file: updated })} />
          </>
        )
      )}
      {poll && <PollInput form={form} poll={poll} onRemove={() => onExtrasChange({ poll: null })} />}
      {isFree && (
        <Group gap="xs">
          <FileButton
            onChange={(chosen) => chosen && void attachment.choose(chosen)}
            inputProps={{ 'aria-hidden': true }}
          >
            {(button) => (
              <Button {...button} size="xs" variant="default" leftSection={<IconPaperclip size={14} />}>
                {t('compose.attach')}
              </Button>
            )}
          </FileButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconChartBar size={14} />}
            onClick={() => onExtrasChange({ poll: newPoll() })}
          >
            {t('compose.makePoll')}
          </Button>
        </Group>
      )}
      {isFree && !error && (
        <Hint size="xs" visibleFrom="sm">
          {t('compose.attachHint')}
        </Hint>
      )}
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
      {isFree && form.errors.poll && (
        <Text size="xs" c="red" role="alert">
          {form.errors.poll}
        </Text>
      )}
    </Stack>
  );
}
