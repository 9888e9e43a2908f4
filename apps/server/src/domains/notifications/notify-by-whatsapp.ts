import type { NotificationKind } from '@switchyard/contracts/domains';
import type { NotificationData } from '@switchyard/contracts/notifications/operations';
import { defineHook } from '../../platform/hooks.ts';

interface ToldByWhatsapp {
  workspaceId: string;
  /** Whom, at their own number. */
  name: string;
  mobile: string;
  text: string;
  kind: NotificationKind;
  data: NotificationData;
}

/** Somebody is to be told of something at their own WhatsApp number: whoever has a way there writes the message. */
export const notifyByWhatsapp = defineHook<ToldByWhatsapp>('tell-by-whatsapp');
