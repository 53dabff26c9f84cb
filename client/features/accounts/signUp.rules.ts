import { emailField, mobileField, passwordField, usernameField } from '#protocol/accounts.ts'
import { passwordError } from '#protocol/password.rules.ts'
import type { z } from '#protocol/schema.ts'
import type { TextKey } from '#protocol/text/index.ts'

export interface SignUpForm {
  email: string
  username: string
  mobile: string
  password: string
  passwordConfirm: string
}
export type SignUpField = keyof SignUpForm

/** In screen order: the first field with a message gets the focus. */
export const signUpFields: readonly SignUpField[] = [
  'email',
  'username',
  'mobile',
  'password',
  'passwordConfirm',
]

export const emptySignUp: SignUpForm = {
  email: '',
  username: '',
  mobile: '',
  password: '',
  passwordConfirm: '',
}

/** Validates one field on the client; undefined if it is valid. */
export function validationErrorOf(field: SignUpField, form: SignUpForm): SignUpError | undefined {
  if (field === 'passwordConfirm')
    return form.passwordConfirm === form.password ? undefined : 'accounts.passwordMismatch'
  const validationError = firstError(schemas[field], form[field])
  return (
    validationError ?? (field === 'password' ? (passwordError(form.password, form) ?? undefined) : undefined)
  )
}

const schemas = {
  email: emailField,
  username: usernameField,
  mobile: mobileField,
  password: passwordField,
}

/** The messages of the protocol's field schemas and of this form. */
const validationErrors = [
  'accounts.emailInvalid',
  'accounts.usernameShort',
  'accounts.usernameLong',
  'accounts.usernameHidden',
  'accounts.mobileInvalid',
  'accounts.passwordShort',
  'accounts.passwordLong',
  'accounts.passwordPlain',
  'accounts.passwordOwn',
  'accounts.passwordMismatch',
  'error.tooManyMarks',
  'error.invalid',
] as const satisfies TextKey[]
export type SignUpError = (typeof validationErrors)[number]

function firstError(schema: z.ZodType, value: string): SignUpError | undefined {
  const result = schema.safeParse(value)
  if (result.success) return undefined
  return (
    validationErrors.find(validationError => validationError === result.error.issues[0]?.message) ??
    'error.invalid'
  )
}
