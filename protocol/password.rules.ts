import { toNfc } from './normalization.ts'
import type { TextKey } from './text/index.ts'

/** The hundred most common leaked passwords that are long enough (from @zxcvbn-ts/language-common). */
const COMMON_PASSWORDS = new Set(
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

/** Sequences: digits, alphabets and keyboard rows. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
]
const SEQUENCES = [...ROWS, ...ROWS.map(row => [...row].reverse().join(''))]

/** The owner of the password; empty if unknown. */
export interface PasswordOwner {
  email: string
  username: string
}

/**
 * Why a password of valid length is rejected; null for most. Rejects only what attackers try first: the strength of a password is
 * the user's own decision.
 */
export function passwordError(
  password: string,
  owner?: PasswordOwner,
): Extract<TextKey, 'accounts.passwordPlain' | 'accounts.passwordOwn'> | null {
  const plain = toNfc(password).trim().toLowerCase()
  if (owner !== undefined && isOwn(plain, owner)) return 'accounts.passwordOwn'
  const isOneCharacter = new Set(plain).size <= 1
  return isOneCharacter || SEQUENCES.some(sequence => sequence.includes(plain)) || COMMON_PASSWORDS.has(plain)
    ? 'accounts.passwordPlain'
    : null
}

function isOwn(plain: string, { email, username }: PasswordOwner): boolean {
  const address = email.trim().toLowerCase()
  const name = toNfc(username).trim().toLowerCase()
  const own = [address, address.split('@')[0], name, name.replace(/\s/g, '')]
  return own.some(word => word !== '' && word === plain)
}
