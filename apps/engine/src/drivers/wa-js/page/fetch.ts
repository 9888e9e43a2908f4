import type { PageGlobals } from './wpp.ts';

/**
 * What the driver fetches from the page. Each function runs there, sent as text: it can use nothing of this module but
 * types.
 */

/** The bytes of a file, in base64; null: it is larger than `maxBytes`. Rejects when WhatsApp Web cannot have it. */
export async function fileOf({
  chat,
  name,
  maxBytes,
}: {
  chat: string;
  name: string;
  maxBytes: number;
}): Promise<string | null> {
  const CHUNK = 32_768;
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  // One that is not open knows none of its messages.
  await WPP.chat.find(chat);
  const blob = await WPP.chat.downloadMedia(name);
  if (blob.size > maxBytes) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** Where the picture of a person or group lies; null: there is none. */
export async function pictureUrlOf(wid: string): Promise<string | null> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  return (await WPP.contact.getProfilePictureUrl(wid)) ?? null;
}

export async function groupOf(wid: string): Promise<{
  subject: string | null;
  description: string | null;
  isAnnouncement?: boolean | undefined;
  members: { wid: string; isAdmin: boolean }[];
}> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  const members: { wid: string; isAdmin: boolean }[] = [];
  for (const { id, isAdmin, isSuperAdmin } of await WPP.group.getParticipants(wid)) {
    const entry = id.server === 'lid' ? await WPP.contact.getPnLidEntry(String(id)).catch(() => null) : null;
    const user = entry?.phoneNumber?.user ?? entry?.phoneNumber?.id;
    const known = user ? `${String(user).split('@')[0]}@c.us` : String(id);
    members.push({ wid: known, isAdmin: isAdmin || isSuperAdmin });
  }
  const chat = (await WPP.chat.list({ onlyGroups: true })).find((one) => String(one.id) === wid);
  const { subject = chat?.formattedTitle, desc, announce } = chat?.groupMetadata ?? {};
  return { subject: subject ?? null, description: desc || null, isAnnouncement: announce, members };
}
