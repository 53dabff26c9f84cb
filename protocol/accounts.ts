import { defineCall, type FileField } from './call.ts'
import { authToken, done, flag, personName, rejection, sent, sentence } from './fields.ts'
import {
  CONFIRMATION_TOKEN_MAX,
  EMAIL_MAX,
  MOBILE_MAX_DIGITS,
  MOBILE_MIN_DIGITS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PICTURE_BYTES_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from './limits.ts'
import { passwordError } from './password.rules.ts'
import { z } from './schema.ts'

/** A letter, then letters, digits, dots, hyphens, underscores; @; a domain; a dot; a top-level part (section 5). */
const EMAIL = /^[a-z][a-z0-9._-]*@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/

export const emailField = sent(EMAIL_MAX, 'accounts.emailInvalid')
  .transform(value => value.trim().toLowerCase())
  .pipe(z.string().regex(EMAIL, sentence('accounts.emailInvalid')))

export const usernameField = personName(
  'accounts.usernameShort',
  { min: USERNAME_MIN, max: USERNAME_MAX, tooLong: 'accounts.usernameLong' },
  'accounts.usernameHidden',
)

/** With blanks, hyphens and brackets between the digits. */
const MOBILE_SENT_MAX = 40

/** Digits only; empty when not given. +82 10… and 010… are the same number. */
export function mobileDigits(typed: string): string {
  return typed.replace(/\D/g, '').replace(/^82(?=1)/, '0')
}

/** Digits once parsed; empty for none. */
export const mobileText = sent(MOBILE_SENT_MAX, 'accounts.mobileInvalid')
  .refine(
    typed => typed.trim() === '' || isMobileLong(mobileDigits(typed).length),
    sentence('accounts.mobileInvalid'),
  )
  .transform(mobileDigits)
export const mobileField = mobileText.prefault('')

function isMobileLong(digits: number): boolean {
  return digits >= MOBILE_MIN_DIGITS && digits <= MOBILE_MAX_DIGITS
}

export const passwordField = sent(PASSWORD_MAX, 'accounts.passwordShort', 'accounts.passwordLong')
  .min(PASSWORD_MIN, sentence('accounts.passwordShort'))
  .refine(password => passwordError(password) === null, sentence('accounts.passwordPlain'))

/** A password that somebody proves to know: any length that was ever allowed. */
export const knownPassword = sent(PASSWORD_MAX)

const signedIn = z.object({
  authenticated: z.literal(true),
  authToken: z.string(),
  userNo: z.number(),
  email: z.string(),
  username: z.string(),
  /** Above 0: an administrator. */
  privilege: z.number(),
  /** Signed in with a temporary password that has not been replaced yet. */
  mustChangePassword: z.boolean(),
  /** The device was asked to stay signed in. */
  stays: z.boolean(),
  /** The path of their picture, or empty for the default one. */
  profPic: z.string(),
  /** Names one life of the stored data: with another one, after a restored backup, all that was fetched before is to be dropped. */
  epoch: z.string(),
})
export type SignedInView = z.infer<typeof signedIn>
const notSignedIn = z.object({ authenticated: z.literal(false) })
export const signInReply = z.discriminatedUnion('authenticated', [signedIn, notSignedIn])
export type SignInReply = z.infer<typeof signInReply>

export const signIn = defineCall({
  method: 'POST',
  path: '/api/user/signin',
  access: 'open',
  limit: 'signIn',
  encoding: 'json',
  summary:
    'Signs in and opens a session. With `stays` the browser keeps a cookie by which it is signed in again.',
  request: z.object({ email: sent(EMAIL_MAX), password: knownPassword, stays: flag.default(false) }),
  reply: signInReply,
})

export const checkSignIn = defineCall({
  method: 'POST',
  path: '/api/user/checksignin',
  access: 'open',
  limit: 'read',
  encoding: 'json',
  tokenInBody: true,
  summary:
    'Tells whether a token still stands, and for whom. The authData header counts, too. Without one that stands, the ' +
    'cookie of a device that stays signed in is answered with a new token.',
  request: z.object({ authToken: authToken.optional() }),
  reply: signInReply,
})

export const signOut = defineCall({
  method: 'POST',
  path: '/api/user/signout',
  access: 'open',
  limit: 'signIn',
  encoding: 'json',
  tokenInBody: true,
  summary: 'Ends the session of a token, on every node and open socket.',
  request: z.object({ authToken: authToken.optional() }),
  reply: notSignedIn,
})

export const checkRegData = defineCall({
  method: 'POST',
  path: '/api/user/checkregdata',
  access: 'open',
  limit: 'lookUp',
  encoding: 'json',
  summary: 'Checks sign-up data for form and for duplicates; an empty field is not checked.',
  request: z.object({
    email: sent(EMAIL_MAX, 'accounts.emailInvalid').default(''),
    username: sent(EMAIL_MAX, 'accounts.usernameLong').default(''),
    mobile: sent(EMAIL_MAX, 'accounts.mobileInvalid').default(''),
  }),
  reply: z.object({
    isValid: z.boolean(),
    /** Empty when there is nothing to say of the field. */
    emailMsg: z.string(),
    usernameMsg: z.string(),
    mobileMsg: z.string(),
  }),
})
export type RegDataResult = z.infer<typeof checkRegData.reply>

/** JPEG or PNG by content; kept as PICTURE_PIXELS squared, without its metadata. */
export const pictureField = z.file(sentence('accounts.pictureType')).optional()
export const pictureFile = (field: string): FileField => ({
  field,
  bytesMax: PICTURE_BYTES_MAX,
  tooLarge: 'accounts.pictureTooLarge',
})

export const register = defineCall({
  method: 'POST',
  path: '/api/user/register',
  access: 'open',
  limit: 'signUp',
  encoding: 'form',
  summary: 'Makes an account. A duplicate is refused with the messages of checkregdata.',
  request: z
    .object({
      email: emailField,
      username: usernameField,
      mobile: mobileField,
      password: passwordField,
      profPicFile: pictureField,
    })
    .refine(({ password, ...owner }) => passwordError(password, owner) === null, {
      ...sentence('accounts.passwordOwn'),
      path: ['password'],
    }),
  file: pictureFile('profPicFile'),
  reply: z.discriminatedUnion('success', [
    z.object({
      success: z.literal(true),
      userNo: z.number(),
      /** A link was mailed: until it is opened, friends do not find the account by its e-mail. */
      confirmationSent: z.boolean(),
    }),
    z.object({
      success: z.literal(false),
      message: z.string(),
      emailMsg: z.string(),
      usernameMsg: z.string(),
      mobileMsg: z.string(),
    }),
  ]),
})

export const requestPasswordReset = defineCall({
  method: 'POST',
  path: '/api/user/reqpwreset',
  access: 'open',
  limit: 'mail',
  encoding: 'form',
  summary: 'Sends a temporary password by e-mail. It works once, beside the old password, for half an hour.',
  request: z.object({ email: sent(EMAIL_MAX, 'accounts.emailInvalid') }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const confirmEmail = defineCall({
  method: 'POST',
  path: '/api/user/confirmemail',
  access: 'open',
  limit: 'lookUp',
  encoding: 'json',
  summary:
    'Confirms an e-mail address by what its link holds. It works once, within a day, signed in or not.',
  request: z.object({ token: sent(CONFIRMATION_TOKEN_MAX) }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const sendConfirmation = defineCall({
  method: 'POST',
  path: '/api/user/sendconfirmation',
  access: 'member',
  limit: 'mail',
  encoding: 'form',
  summary: "Mails a new link that confirms one's own e-mail address; the link before it works no more.",
  request: z.object({}),
  /** False when there is nothing to confirm. */
  reply: done.extend({ sent: z.boolean() }),
})

/**
 * A person as others see them, also whoever found them by their e-mail and has no room with them: never with mail or phone. What
 * only friends are to see goes into `participant` (hubs.ts). `profPic` is a path, or empty for the default picture.
 */
export const personSchema = z.object({ userNo: z.number(), userName: z.string(), profPic: z.string() })
export type PersonView = z.infer<typeof personSchema>
