import { VisuallyHidden } from '@mantine/core';
import type { Message } from '@switchyard/contracts/messages/message';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { attachmentKind, KIND_ICONS } from './kinds.ts';

/** Icon for a message's attachment or poll, with a label for screen readers; renders nothing for plain text. */
export function KindIcon({ message, size = 16 }: { message: Pick<Message, 'attachment' | 'poll'>; size?: number }) {
  const { t } = useTranslation('messages');
  const kind = attachmentKind(message);
  if (kind === null) return null;
  const Icon = KIND_ICONS[kind];
  return (
    <span style={{ display: 'inline-flex', flex: 'none' }} title={t(`kind.${kind}`)}>
      <Icon size={size} stroke={1.8} aria-hidden />
      <VisuallyHidden>{t(`kind.${kind}`)}: </VisuallyHidden>
    </span>
  );
}
