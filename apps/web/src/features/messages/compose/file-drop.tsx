import { Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

/**
 * Accepts a file dropped anywhere in the window, the first if there are several. While a file hovers, shows what a drop
 * will do.
 */
export function FileDrop({ isFree, onFile }: { isFree: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation('messages');
  return (
    <Dropzone.FullScreen
      aria-hidden
      activateOnKeyboard={false}
      // Otherwise text could not be moved by dragging. A dropped file always ends up here and never replaces the page.
      preventDropOnDocument={false}
      onDrop={([file]) => isFree && file && onFile(file)}
    >
      <Text fw={550} ta="center" mt="30vh">
        {t(isFree ? 'compose.dropHere' : 'compose.dropInVain')}
      </Text>
    </Dropzone.FullScreen>
  );
}
