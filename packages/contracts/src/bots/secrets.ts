/** Names of headers, query parameters and body fields that carry secrets. */
const SECRET_NAME = /authori[sz]ation|cookie|token|secret|passw|(?:api|access)[-_]?key|signature|credential/i;
/** Further names that count as secret only in a query. */
const SECRET_IN_ADDRESS = /^(?:key|sig|pwd|auth)$/i;

interface NamedValue {
  name: string;
  value: string;
}

/** Whether a value is a literal; one that only references a variable reveals nothing. */
const isLiteral = (value: string): boolean => value.trim() !== '' && !value.includes('{');

/** Whether a header must not be stored in plain text in a flow. */
export const isSecretHeader = ({ name, value }: NamedValue): boolean => SECRET_NAME.test(name) && isLiteral(value);

/** Extracts the secrets from a URL's query. The rest of the URL is returned as written. */
export function extractUrlSecrets(url: string): { url: string; found: NamedValue[] } {
  const [, path = url, query = '', end = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(url) ?? [];
  const found: NamedValue[] = [];
  const rest = query.split('&').filter((part) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const parameter = { name: decodePart(name), value: decodePart(value) };
    const isSecret = (SECRET_NAME.test(parameter.name) || SECRET_IN_ADDRESS.test(parameter.name)) && isLiteral(value);
    if (isSecret) found.push(parameter);
    return !isSecret;
  });
  return found.length === 0
    ? { url, found }
    : { url: `${path}${rest.length > 0 ? '?' : ''}${rest.join('&')}${end}`, found };
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

/** Extracts the secrets from a body expression and replaces each with a reference (`secrets.token`). */
export function extractBodySecrets(body: string, taken: readonly string[] = []): { body: string; found: NamedValue[] } {
  const found: NamedValue[] = [];
  const replaced = body.replace(NAMED_TEXTS, (match, key?: string, between?: string, text?: string) => {
    if (key === undefined || text === undefined || !SECRET_NAME.test(key) || /^[rR]?(['"]+)\s*\1$/.test(text))
      return match;
    const name = freeName(key, [...taken, ...found.map((secret) => secret.name)]);
    found.push({ name, value: text });
    return `${key}${between}secrets.${name}`;
  });
  return { body: replaced, found };
}

/** Returns the names of the secrets that a body expression references. */
export function referencedSecrets(body: string): string[] {
  const names = body.replace(NAMED_TEXTS, "''").matchAll(/(?<!\w|\.\s*)secrets\s*\.\s*([A-Za-z_]\w*)/g);
  return [...new Set([...names].map(([, name = '']) => name))];
}

/** Returns an unused name that is valid in expressions. */
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

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
