/** What texts speak of; a number that is no contact has nothing but itself. */
interface SpokenOf {
  name?: string;
  firstName?: string;
  lastName?: string;
  mobile: string;
  fields?: Record<string, string>;
}

/** What a text may say of somebody, by the names of variables; blank: not known. Own fields of the same name win. */
export function contactVariables({ name = '', firstName = '', lastName = '', mobile, fields }: SpokenOf) {
  // A contact without a name is kept under its number; nobody is greeted by that.
  const called = name === mobile ? '' : name;
  const values: Record<string, string> = {
    name: called,
    'first name': firstName || (called.split(/\s/)[0] ?? ''),
    'last name': lastName,
    mobile,
    phone: mobile,
  };
  return { ...values, ...fields };
}
