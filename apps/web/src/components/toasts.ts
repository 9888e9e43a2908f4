import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import './screen-texts.ts';

const SHOWN_MS = 4_000;

const closeButtonProps = () => ({ 'aria-label': i18next.t('screen:close') });

/** Confirms what has been done. */
export function toast(message: string): void {
  notifications.show({ message, color: 'brand', autoClose: SHOWN_MS, closeButtonProps: closeButtonProps() });
}

/** Reports a failure that has no place on the screen; stays until closed. Otherwise show errors where they belong. */
export function toastError(message: string): void {
  notifications.show({ message, color: 'red', autoClose: false, role: 'alert', closeButtonProps: closeButtonProps() });
}

/** Says what is going on, such as that a fallback is being tried. */
export function toastInfo(message: string): void {
  notifications.show({ message, color: 'blue', autoClose: SHOWN_MS, closeButtonProps: closeButtonProps() });
}
