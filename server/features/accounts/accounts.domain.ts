import { emailField, mobileField, usernameField } from '#protocol/accounts.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { hashPassword, verifyPassword } from '#server/platform/password.ts'
import type { Session } from '#server/platform/session.ts'
import type { UniqueField, UserRecord } from './accounts.store.ts'

export interface Registration {
  email: string
  username: string
  /** Digits, or empty. */
  mobile: string
  password: string
}

/** What is wrong with sign-up data, by field. */
export type Complaints = Partial<Record<UniqueField, TextKey>>

const fields = { email: emailField, username: usernameField, mobile: mobileField }
const taken = {
  email: 'accounts.emailTaken',
  username: 'accounts.usernameTaken',
  mobile: 'accounts.mobileTaken',
} as const

/** Checks each given field for form and for duplicates. An empty field is nobody's complaint. */
export async function checkRegistration(
  { stores }: Context,
  typed: Record<UniqueField, string>,
): Promise<Complaints> {
  const complaints: Complaints = {}
  for (const field of ['email', 'username', 'mobile'] as const) {
    if (typed[field] === '') continue
    const parsed = fields[field].safeParse(typed[field])
    if (!parsed.success) complaints[field] = invalid(parsed.error.issues[0]).sentence
    else if (await stores.users.has(field, parsed.data)) complaints[field] = taken[field]
  }
  return complaints
}

/** Of two people who want the same address, name or number in the same moment, exactly one gets it. */
export async function register(
  { stores, counters, clock }: Context,
  registration: Registration,
): Promise<{ userNo: number } | { complaints: Complaints }> {
  const { email, username, mobile, password } = registration
  const user = {
    userNo: await counters.next('user'),
    email,
    username,
    ...(mobile !== '' && { mobile }),
    passwordHash: await hashPassword(password),
    privilege: 0,
    createdAt: clock(),
  }
  const conflict = await stores.users.insert(user)
  return conflict === null ? { userNo: user.userNo } : { complaints: { [conflict]: taken[conflict] } }
}

/** Null for an unknown address and for a wrong password, which take equally long. */
export async function signIn(
  { stores, gate }: Context,
  email: string,
  password: string,
): Promise<{ user: UserRecord; authToken: string } | null> {
  const parsed = emailField.safeParse(email)
  const user = parsed.success ? await stores.users.byEmail(parsed.data) : null
  const proven = await verifyPassword(user?.passwordHash, password)
  if (!proven || user === null) return null
  return { user, authToken: await gate.open(user.userNo) }
}

export async function signOut({ gate, live }: Context, session: Session | null): Promise<void> {
  if (session === null) return
  await gate.end(session.tokenId)
  await live.endSession(session.tokenId)
}
