import { notifications } from '@mantine/notifications';

const SHOWN_MS = 4_000;

/** Confirms what has been done. */
export function toast(message: string): void {
  notifications.show({ message, color: 'brand', autoClose: SHOWN_MS });
}

/** Tells of a failure that has no place on the screen; it stays until closed. Elsewhere, show errors where they belong. */
export function toastError(message: string): void {
  notifications.show({ message, color: 'red', autoClose: false, role: 'alert' });
}
