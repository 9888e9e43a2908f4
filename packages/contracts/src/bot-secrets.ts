/** Names of headers, and of parts of an address, that carry what nobody else may read. */
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

/** An address in two: what of its query must not stand readable in a flow, and the rest, which stays as it was written. */
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
