import { MIN_PASSWORD_LENGTH } from '@switchyard/contracts/accounts/operations';

/** Additions to the library's list, in lower case. */
const ADDITIONS = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word passwort passwort1 12345678 123456789 1234567890
  12345678910 87654321 987654321 0987654321 11111111 111111111 00000000 000000000 22222222 55555555 66666666 77777777 88888888 99999999 12121212
  11223344 1122334455 123123123 1231231234 12341234 1234abcd abcd1234 abc12345 abcdefgh a1b2c3d4 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2
  q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 qwert12345 qwerty12345 qwertz123 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123
  zaq12wsx iloveyou iloveyou1 ilovey0u iloveyou2 iloveyou123 sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman superman1
  batman123 starwars starwars1 pokemon123 minecraft minecraft1 michael1 jennifer jennifer1 jordan23 charlie1 trustno1 whatever whatever1 letmein1
  letmein123 letmeinn welcome1 welcome123 welcome12 admin123 admin1234 administrator adminadmin root1234 test1234 testtest test12345 testing123 changeme
  changeme1 changeme123 default1 guest123 login123 master123 monkey123 dragon123 shadow123 secret123 hello123 hello1234 internet internet1 computer
  computer1 samsung1 samsung123 google123 facebook facebook1 whatsapp whatsapp1 whatsapp123 liverpool liverpool1 chelsea1 arsenal1 barcelona juventus
  michelle victoria elizabeth nicholas benjamin christian freedom1 butterfly chocolate chocolate1 cookie123 summer123 winter123 spring123 autumn123
  august123 december november september october1 january1 killer123 hunter123 mustang1 corvette ferrari1 mercedes yamaha123 password! password1!
  password123! p@ssw0rd1 p@ssw0rd123 qwerty123! welcome1! admin@123 pass@123 india@123 abcd@1234 aa123456 aa12345678 a12345678 a123456789 z1x2c3v4
  147258369 159753456 789456123 123654789 147852369 159357456 741852963 963852741 102030405 1029384756 31415926 314159265 13131313 19871987 20202020`.split(
    /\s+/,
  ),
);

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Eighteen thousand of the most often leaked passwords that meet the minimum length, in lower case. Unpacked once, on
 * first use.
 */
const readList = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH));
};

/** Whether a password is on the list of common ones, ignoring case. The check is local; nothing is sent elsewhere. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const plain = password.toLowerCase();
  list ??= readList();
  return ADDITIONS.has(plain) || (await list).has(plain);
}
