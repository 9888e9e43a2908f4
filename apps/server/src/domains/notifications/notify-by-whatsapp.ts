import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import { defineHook } from '../../platform/hooks.ts';

interface WhatsappNotification {
  workspaceId: string;
  /** The recipient, at their own number. */
  name: string;
  mobile: string;
  text: string;
  kind: NotificationKind;
  data: NotificationData;
}

/** Sends a notification to a person's own WhatsApp number; a domain that can do so handles this hook. */
export const notifyByWhatsapp = defineHook<WhatsappNotification>('tell-by-whatsapp');
