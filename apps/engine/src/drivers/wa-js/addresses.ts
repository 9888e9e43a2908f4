/** `+447700900123` → `447700900123@c.us`; a group's id stays. */
export const widOf = (address: string): string => (address.startsWith('+') ? `${address.slice(1)}@c.us` : address);

/** `447700900123@c.us` → `+447700900123`; a group's id, or a LID whose number WhatsApp does not tell, stays. */
export const addressOf = (wid: string): string => (wid.endsWith('@c.us') ? `+${wid.slice(0, -5)}` : wid);
