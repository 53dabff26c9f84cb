import { toNfc } from './normalization.ts'
import type { TextKey } from './text/index.ts'

/** The hundred commonest passwords that are long enough, as leaked ones show (the list of @zxcvbn-ts/language-common). */
const COMMONEST = new Set(
  `
  password 12345678 123456789 baseball football qwertyuiop 1234567890 superman 1qaz2wsx jennifer
  trustno1 sunshine iloveyou computer michelle starwars princess 11111111 corvette 1234qwer internet
  samantha q1w2e3r4t5 maverick whatever mercedes steelers qwer1234 hardcore q1w2e3r4 midnight bigdaddy
  victoria marlboro password1 1q2w3e4r cocacola jordan23 asdfasdf danielle 12344321 jonathan liverpoo
  qwerty123 passw0rd abcd1234 slipknot scorpion startrek asdfghjkl redskins qazwsxedc liverpool
  nicholas butthead dolphins qwertyui shithead metallic mountain benjamin elephant rush2112 1q2w3e4r5t
  creative garfield bullshit asdfghjk 1qazxsw2 december airborne brooklyn godzilla 4815162342 williams
  darkness blink182 platinum 01012011 11223344 lifehack 12qwaszx snowball nintendo november pakistan
  explorer redwings 789456123 lasvegas guinness christin asdf1234 babygirl michigan carolina alexande
  dickhead minecraft metallica
`
    .trim()
    .split(/\s+/),
)

/** What fingers run along: digits, alphabets, rows of the keyboard. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
]
const RUNS = [...ROWS, ...ROWS.map(row => [...row].reverse().join(''))]

/** Whose password it is to be; empty for what is not known. */
export interface PasswordOwner {
  email: string
  username: string
}

/**
 * Why a password of the right length is refused all the same; null for nearly all. It refuses what programs try first and
 * no more: how strong a password is otherwise is its owner's business.
 */
export function passwordError(
  password: string,
  owner?: PasswordOwner,
): Extract<TextKey, 'accounts.passwordPlain' | 'accounts.passwordOwn'> | null {
  const plain = toNfc(password).trim().toLowerCase()
  if (owner !== undefined && isOwn(plain, owner)) return 'accounts.passwordOwn'
  const isOneSign = new Set(plain).size <= 1
  return isOneSign || RUNS.some(run => run.includes(plain)) || COMMONEST.has(plain)
    ? 'accounts.passwordPlain'
    : null
}

function isOwn(plain: string, { email, username }: PasswordOwner): boolean {
  const address = email.trim().toLowerCase()
  const name = toNfc(username).trim().toLowerCase()
  const own = [address, address.split('@')[0], name, name.replace(/\s/g, '')]
  return own.some(word => word !== '' && word === plain)
}
