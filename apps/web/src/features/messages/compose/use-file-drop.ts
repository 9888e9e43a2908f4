import { type DragEvent, useState } from 'react';

/** Properties of an element that a file may be dropped on while `isOpen`; `data-over` while one hangs above it. The first of several files counts. */
export function useFileDrop(isOpen: boolean, onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  const hasFile = (event: DragEvent) => isOpen && event.dataTransfer.types.includes('Files');
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      // Otherwise the browser leaves the page for the file.
      event.preventDefault();
      setIsOver(hasFile(event));
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (isOpen && file) onFile(file);
    },
  };
}
