import { Checkbox } from '@mantine/core';
import { MAX_STICKER_BYTES, STICKER_TYPE, VOICE_TYPE } from '@switchyard/contracts/messages/limits';
import type { MessageFile } from '@switchyard/contracts/messages/message';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/**
 * Choice for files that WhatsApp can show in a special way: Ogg audio as a voice message, a WebP picture as a sticker.
 */
export function SendAs({ file, onChange }: { file: MessageFile; onChange: (file: MessageFile) => void }) {
  const { t } = useTranslation('messages');
  const choice = choiceOf(file);
  if (!choice) return null;
  return (
    <Checkbox
      label={t(`compose.${choice.label}`)}
      checked={file.media === choice.as}
      onChange={({ currentTarget }) =>
        onChange({ ...file, media: currentTarget.checked ? choice.as : choice.otherwise })
      }
    />
  );
}

function choiceOf({ mimeType, bytes }: MessageFile) {
  if (mimeType === VOICE_TYPE) return { as: 'voice', otherwise: 'audio', label: 'asVoice' } as const;
  const isSticker = mimeType === STICKER_TYPE && bytes <= MAX_STICKER_BYTES;
  return isSticker ? ({ as: 'sticker', otherwise: 'document', label: 'asSticker' } as const) : null;
}
