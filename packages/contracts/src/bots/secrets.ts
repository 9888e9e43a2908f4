/** Names of headers, query parameters and body fields that carry secrets. */
const SECRET_NAME = /authori[sz]ation|cookie|token|secret|passw|(?:api|access)[-_]?key|signature|credential/i;
/** Further names that count as secret only in a query. */
const SECRET_IN_ADDRESS = /^(?:key|sig|pwd|auth)$/i;

interface Named {
  name: string;
  value: string;
}

/** Whether a value is a literal; one that only references a variable reveals nothing. */
const isReadable = (value: string): boolean => value.trim() !== '' && !value.includes('{');

/** Whether a header must not be stored in plain text in a flow. */
export const isSecretHeader = ({ name, value }: Named): boolean => SECRET_NAME.test(name) && isReadable(value);

/**
 * Extracts the secrets from a URL's query. The rest of the URL is returned as written.
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

/** A CEL string literal. */
const TEXT = String.raw`[rR]?(?:'''(?:\\.|[^\\])*?'''|"""(?:\\.|[^\\])*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`;
/**
 * A string under a name in a map. Other strings and comments are matched too, so that nothing inside them is taken for
 * an entry.
 */
const NAMED_TEXTS = new RegExp(
  String.raw`//[^\n]*|(?:(?<=[{,]\s*)(${TEXT})(\s*:\s*)(${TEXT})(?=\s*[,}])|${TEXT})`,
  'gs',
);

/**
 * Extracts the secrets from a body expression and replaces each with a reference (`secrets.token`).
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
