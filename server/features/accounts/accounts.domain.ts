import { emailField, mobileField, usernameField } from '#protocol/accounts.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { makePicture } from '#server/features/pictures/pictures.processing.ts'
import { invalid } from '#server/platform/errors.ts'
import type { UniqueField, UserChange, UserRecord, UserStore } from './accounts.store.ts'
import { isReservedName } from './names.rules.ts'
import { affectsPublicProfile } from './person.ts'

export interface Registration {
  email: string
  username: string
  /** Digits, or empty. */
  mobile: string
  password: string
  /** A link was not yet opened that is sent to the address. */
  emailUnconfirmed?: true
  /** Where a JPEG or PNG lies as it was uploaded. */
  picture?: string | undefined
}

/** What is wrong with sign-up data, by field. */
export type FieldErrors = Partial<Record<UniqueField, TextKey>>

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
): Promise<FieldErrors> {
  const fieldErrors: FieldErrors = {}
  for (const field of ['email', 'username', 'mobile'] as const) {
    if (typed[field] === '') continue
    const parsed = fields[field].safeParse(typed[field])
    if (!parsed.success) fieldErrors[field] = invalid(parsed.error.issues[0]).sentence
    else if (field === 'username' && isReservedName(parsed.data))
      fieldErrors[field] = 'accounts.usernameReserved'
    else if (await stores.users.has(field, parsed.data)) fieldErrors[field] = taken[field]
  }
  return fieldErrors
}

/** Of two people who want the same address, name or number in the same moment, exactly one gets it. */
export async function register(
  context: Context,
  registration: Registration,
): Promise<{ userNo: number } | { fieldErrors: FieldErrors }> {
  const { stores, counters, passwords, clock } = context
  const { email, username, mobile, password, emailUnconfirmed } = registration
  const fieldErrors = await checkRegistration(context, { email, username, mobile })
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors }
  const picture = registration.picture && (await makePicture(registration.picture, 'profPicFile'))
  const userNo = await counters.next('user')
  const pictureId = picture && (await stores.pictures.insert(userNo, picture))
  const user = {
    userNo,
    email,
    username,
    ...(mobile !== '' && { mobile }),
    ...(pictureId !== undefined && { pictureId }),
    ...(emailUnconfirmed && { emailUnconfirmed }),
    passwordHash: await passwords.hash(password),
    privilege: 0,
    createdAt: clock(),
  }
  const conflict = await stores.users.insert(user)
  if (conflict === null) return { userNo }
  await stores.pictures.deleteOf(userNo)
  return { fieldErrors: { [conflict]: taken[conflict] } }
}

/** As the store does it; what nodes remember of the person is forgotten where others see the change. */
export async function changeUser(
  { stores, live }: Context,
  user: UserRecord,
  change: UserChange,
): ReturnType<UserStore['change']> {
  const before = await stores.users.change(user, change)
  if (affectsPublicProfile(change)) await live.forget('people', user.userNo)
  return before
}
