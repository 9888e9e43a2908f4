/** Names of headers, of parts of an address, and of what stands in a body, that carry what nobody else may read. */
const SECRET_NAME = /authori[sz]ation|cookie|token|secret|passw|(?:api|access)[-_]?key|signature|credential/i;
/** And of parts of an address alone. */
const SECRET_IN_ADDRESS = /^(?:key|sig|pwd|auth)$/i;

interface Named {
  name: string;
  value: string;
}

/** One that only names a variable says nothing by itself. */
const isReadable = (value: string): boolean => value.trim() !== '' && !value.includes('{');

/** Whether a header must not stand readable in a flow. */
export const isSecretHeader = ({ name, value }: Named): boolean => SECRET_NAME.test(name) && isReadable(value);

/**
 * An address in two: what of its query must not stand readable in a flow, and the rest, which stays as it was written.
 */
export function takeSecrets(url: string): { url: string; found: Named[] } {
  const [, path = url, query = '', end = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(url) ?? [];
  const found: Named[] = [];
  const kept = query.split('&').filter((part) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const read = { name: decoded(name), value: decoded(value) };
    const isSecret = (SECRET_NAME.test(read.name) || SECRET_IN_ADDRESS.test(read.name)) && isReadable(value);
    if (isSecret) found.push(read);
    return !isSecret;
  });
  return found.length === 0
    ? { url, found }
    : { url: `${path}${kept.length > 0 ? '?' : ''}${kept.join('&')}${end}`, found };
}

/** A text as CEL has them. */
const TEXT = String.raw`[rR]?(?:'''(?:\\.|[^\\])*?'''|"""(?:\\.|[^\\])*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`;
/**
 * One that stands in a map under a name; any other, and comments, are read as well, so that nothing is looked for
 * within them.
 */
const NAMED_TEXTS = new RegExp(
  String.raw`//[^\n]*|(?:(?<=[{,]\s*)(${TEXT})(\s*:\s*)(${TEXT})(?=\s*[,}])|${TEXT})`,
  'gs',
);

/**
 * What of a body's expression must not stand readable in a flow: taken out as it was written, and named in its place
 * (`secrets.token`).
 */
export function takeBodySecrets(body: string, taken: readonly string[] = []): { body: string; found: Named[] } {
  const found: Named[] = [];
  const kept = body.replace(NAMED_TEXTS, (whole, key?: string, between?: string, text?: string) => {
    if (key === undefined || text === undefined || !SECRET_NAME.test(key) || /^[rR]?(['"]+)\s*\1$/.test(text))
      return whole;
    const name = freeName(key, [...taken, ...found.map((one) => one.name)]);
    found.push({ name, value: text });
    return `${key}${between}secrets.${name}`;
  });
  return { body: kept, found };
}

/** The secrets that a body's expression names. */
export function secretsNamed(body: string): string[] {
  const names = body.replace(NAMED_TEXTS, "''").matchAll(/(?<!\w|\.\s*)secrets\s*\.\s*([A-Za-z_]\w*)/g);
  return [...new Set([...names].map(([, name = '']) => name))];
}

/** A name as expressions have them, which no other has. */
function freeName(key: string, taken: readonly string[]): string {
  const plain = key
    .replace(/^[rR]?['"]+/, '')
    .replace(/\W+/g, '_')
    .replace(/^[\d_]+|_+$/g, '')
    .slice(0, 36);
  const name = plain.charAt(0).toLowerCase() + plain.slice(1);
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name}${number}`;
  return free;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
