import type { PageGlobals } from './wpp.ts';

/**
 * The driver's downloads from the page. Each function runs there, serialised as text, so it can use nothing from this
 * module except types.
 */

/** The content of a file in base64; null if it is larger than `maxBytes`. Rejects if WhatsApp Web cannot load it. */
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
  // The messages of a chat are only available once it is open.
  await WPP.chat.find(chat);
  const blob = await WPP.chat.downloadMedia(name);
  if (blob.size > maxBytes) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** URL of a person's or group's picture; null if there is none. */
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
    const memberWid = user ? `${String(user).split('@')[0]}@c.us` : String(id);
    members.push({ wid: memberWid, isAdmin: isAdmin || isSuperAdmin });
  }
  const chat = (await WPP.chat.list({ onlyGroups: true })).find(({ id }) => String(id) === wid);
  const { subject = chat?.formattedTitle, desc, announce } = chat?.groupMetadata ?? {};
  return { subject: subject ?? null, description: desc || null, isAnnouncement: announce, members };
}
