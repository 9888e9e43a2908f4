/** What texts can refer to; for a number that is not a contact, only the number. */
interface NamedPerson {
  name?: string;
  firstName?: string;
  lastName?: string;
  mobile: string;
  fields?: Record<string, string>;
}

/**
 * A name to greet somebody by; empty if it is only a phone number, which is what nameless contacts are stored under.
 */
const properName = (name: string): string => (/^[\p{N}\s+()./-]*$/u.test(name) ? '' : name);

/** The parts of a person's name; empty where unknown. */
export function properNames({ name = '', firstName = '', lastName = '' }: Omit<NamedPerson, 'mobile' | 'fields'>) {
  const called = properName(name);
  const first = properName(firstName) || (called.trim().split(/\s/)[0] ?? '');
  return { name: called, firstName: properName(first), lastName: properName(lastName) };
}

/** Values of a contact for texts, by variable name; empty where unknown. Custom fields of the same name win. */
export function contactVariables({ mobile, fields, ...names }: NamedPerson) {
  const { name, firstName, lastName } = properNames(names);
  const values: Record<string, string> = {
    name,
    'first name': firstName,
    'last name': lastName,
    mobile,
    phone: mobile,
  };
  return { ...values, ...fields };
}
