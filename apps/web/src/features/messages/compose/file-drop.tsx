import { Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/**
 * Takes a file that is dropped anywhere in the window, the first of several; while one hangs above it, says what will
 * be done with it.
 */
export function FileDrop({ isFree, onFile }: { isFree: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation('messages');
  return (
    <Dropzone.FullScreen
      aria-hidden
      activateOnKeyboard={false}
      // Else text could not be moved by dragging it; a file always ends here, never in place of the page.
      preventDropOnDocument={false}
      onDrop={([file]) => isFree && file && onFile(file)}
    >
      <Text fw={550} ta="center" mt="30vh">
        {t(isFree ? 'compose.dropHere' : 'compose.dropInVain')}
      </Text>
    </Dropzone.FullScreen>
  );
}
