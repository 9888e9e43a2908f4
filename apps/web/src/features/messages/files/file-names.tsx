import { Text } from '@mantine/core';
import type { MessageFile } from '@switchyard/contracts/messages/message';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { formatBytes } from '../../../lib/format/bytes.ts';
import '../texts.ts';
import classes from './files.module.css';

/** Name, type and size of a file. */
export function FileNames({ file }: { file: MessageFile }) {
  const { t } = useTranslation('messages');
  return (
    <div className={classes.names}>
      <Text size="sm" fw={550} dir="auto" truncate title={file.fileName}>
        <bdi>{file.fileName}</bdi>
      </Text>
      <Hint size="xs">
        {t(`kind.${file.media}`)} · {formatBytes(file.bytes)}
      </Hint>
    </div>
  );
}
