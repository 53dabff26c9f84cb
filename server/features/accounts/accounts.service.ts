import { emailField, mobileField, usernameField } from '#protocol/accounts.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { processProfilePicture } from '#server/features/pictures/imageProcessing.ts'
import { invalid } from '#server/platform/errors.ts'
import type { UniqueField, UserChange, UserRecord, UserRepository } from './accounts.repository.ts'
import { isReservedName } from './names.rules.ts'
import { affectsPublicProfile } from './publicProfile.ts'

export interface Registration {
  email: string
  username: string
  /** Digits, or empty. */
  mobile: string
  password: string
  /** True while the confirmation link has not been opened. */
  emailUnconfirmed?: true
  /** Path of the uploaded JPEG or PNG. */
  picture?: string | undefined
}

/** Validation errors of the sign-up form, by field. */
export type FieldErrors = Partial<Record<UniqueField, TextKey>>

const fields = { email: emailField, username: usernameField, mobile: mobileField }
const takenMessages = {
  email: 'accounts.emailTaken',
  username: 'accounts.usernameTaken',
  mobile: 'accounts.mobileTaken',
} as const

/** Validates each given field and looks for duplicates. Empty fields are valid. */
export async function checkRegistration(
  { repositories }: Context,
  input: Record<UniqueField, string>,
): Promise<FieldErrors> {
  const fieldErrors: FieldErrors = {}
  for (const field of ['email', 'username', 'mobile'] as const) {
    if (input[field] === '') continue
    const parsed = fields[field].safeParse(input[field])
    if (!parsed.success) fieldErrors[field] = invalid(parsed.error.issues[0]).sentence
    else if (field === 'username' && isReservedName(parsed.data))
      fieldErrors[field] = 'accounts.usernameReserved'
    else if (await repositories.users.isTaken(field, parsed.data)) fieldErrors[field] = takenMessages[field]
  }
  return fieldErrors
}

/** The unique indexes decide between users who register the same e-mail, name or number at the same moment. */
export async function register(
  context: Context,
  registration: Registration,
): Promise<{ userNo: number } | { fieldErrors: FieldErrors }> {
  const { repositories, counters, passwords, clock } = context
  const { email, username, mobile, password, emailUnconfirmed } = registration
  const fieldErrors = await checkRegistration(context, { email, username, mobile })
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors }
  const picture = registration.picture && (await processProfilePicture(registration.picture, 'profPicFile'))
  const userNo = await counters.next('user')
  const pictureId = picture && (await repositories.pictures.insert(userNo, picture))
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
  const conflict = await repositories.users.insert(user)
  if (conflict === null) return { userNo }
  await repositories.pictures.deleteByUser(userNo)
  return { fieldErrors: { [conflict]: takenMessages[conflict] } }
}

/** Also invalidates the cached public profile on all nodes if it changes. */
export async function changeUser(
  { repositories, live }: Context,
  user: UserRecord,
  change: UserChange,
): ReturnType<UserRepository['update']> {
  const before = await repositories.users.update(user, change)
  if (affectsPublicProfile(change)) await live.invalidateRecord('people', user.userNo)
  return before
}
