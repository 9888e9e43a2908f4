/** Splits a word list written as text. */
export const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Words that don't change what is asked. Words that narrow or reverse a request ("not", "only", "except", "if",
 * "until", "first") are excluded: if the planner hasn't used such a word, nothing is done.
 */
export const FILLER: ReadonlySet<string> = new Set(
  splitWords(`
  a an the my our your me i im i'm i'd id i've ive we us you it its it's is are am be been being was were do does did has have had having
  please pls plz kindly thanks thank thx cheers hi hey hello ok okay yes yeah so well oh um actually basically really very quick quickly just also maybe
  can could would will shall should may might want wanted need needed like wish let lets let's id love
  to for of on in at by with into onto about from as there here that this these those which what who whom
  and then now right currently some any much
  retrieve locate load provide lookup give show list see display view tell get fetch find look search check pull bring open print read up out over through
  going go goes gonna coming come comes happening still yet already lately recently so far today's
  wondering know curious interested help assistant agent switchyard whatsapp app system account
  what's whats that's thats who's whos where's wheres there's theres how's where when how whose
  please, one ones thing things stuff everything anything something all every each both entire whole full overview summary complete total
  time times date dates day days week month hour hours minute minutes o'clock
  either else supposed own we've we'll we'd scroll possess filter rundown walk run when's why's intended addressed furnish hereby ms mr mrs miss dr lookup
  exactly kind sort bit moment second sec asap immediately instead
  him her them they he she his hers their theirs
  u ur got mean meant oops whoops sorry
  `),
);

/** Words for what the product contains, by meaning. They help to recognise an intent, and are filler otherwise. */
export const NOUNS: ReadonlySet<string> = new Set(
  splitWords(`
  message messages msg msgs text texts reminder reminders whatsapps note notes schedule schedules queue pipeline outbox calendar plan plans agenda
  contact contacts people person address book addressbook client clients customer customers number numbers phone mobile
  chat chats conversation conversations inbox thread threads dm dms group groups
  picture pictures pic pics photo photos avatar avatars profile profiles image
  engine engines connection connections device
  reply replies answer answers response responses
  `),
);

const OTHERS = splitWords(`
  schedule scheduled send sent text message remind tell write plan queue queued cancel cancelled canceled delete deleted remove move moved reschedule postpone delay shift push
  retry resend again duplicate copy undo revert edit change update pending failed failing upcoming delivered waiting due outstanding unsent unread unanswered count many
  next last latest first recent newest except but not without excluding apart other than only no never don't dont why which who what
  bot bots campaign campaigns draft knowledge label labels tag
  later earlier before after since until till between through starting add save create new name names day tomorrow today
`);

const KNOWN: ReadonlySet<string> = new Set([...FILLER, ...NOUNS, ...OTHERS]);

/**
 * Words of a request that may be part of a contact's name: a vocabulary word counts only if it is written like a name.
 */
export const nameWords = (request: string): string[] =>
  (request.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter(
    (word, at) => !/^\d{1,2}$/.test(word) && ((at > 0 && !/^\p{Ll}/u.test(word)) || !isKnownWord(word.toLowerCase())),
  );

/** Whether a word has a meaning here, so that in lower case it is hardly a name. */
export const isKnownWord = (word: string): boolean => KNOWN.has(word);
