/** What texts speak of; a number that is no contact has nothing but itself. */
interface SpokenOf {
  name?: string;
  firstName?: string;
  lastName?: string;
  mobile: string;
  fields?: Record<string, string>;
}

/** A name by which somebody can be greeted; blank: a number, under which whoever has no name is kept, is none. */
const properName = (name: string): string => (/^[\p{N}\s+()./-]*$/u.test(name) ? '' : name);

/** The parts of somebody's name; blank: not known. */
export function properNames({ name = '', firstName = '', lastName = '' }: Omit<SpokenOf, 'mobile' | 'fields'>) {
  const called = properName(name);
  const first = properName(firstName) || (called.trim().split(/\s/)[0] ?? '');
  return { name: called, firstName: properName(first), lastName: properName(lastName) };
}

/** What a text may say of somebody, by the names of variables; blank: not known. Own fields of the same name win. */
export function contactVariables({ mobile, fields, ...names }: SpokenOf) {
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
