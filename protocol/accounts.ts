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

/** A letter, then letters, digits, dots, hyphens and underscores; @; a domain with a top-level part (section 5). */
const EMAIL = /^[a-z][a-z0-9._-]*@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/

export const emailField = sent(EMAIL_MAX, 'accounts.emailInvalid')
  .transform(value => value.trim().toLowerCase())
  .pipe(z.string().regex(EMAIL, sentence('accounts.emailInvalid')))

export const usernameField = personName(
  'accounts.usernameShort',
  { min: USERNAME_MIN, max: USERNAME_MAX, tooLong: 'accounts.usernameLong' },
  'accounts.usernameHidden',
)

/** Allows spaces, hyphens and brackets between the digits. */
const MOBILE_SENT_MAX = 40

/** Only digits; may be empty. +82 10… and 010… are the same number. */
export function mobileDigits(typed: string): string {
  return typed.replace(/\D/g, '').replace(/^82(?=1)/, '0')
}

/** Parses to digits; may be empty. */
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

/** An existing password. Allows every length that was ever valid. */
export const knownPassword = sent(PASSWORD_MAX)

export const signedIn = z.object({
  authenticated: z.literal(true),
  authToken: z.string(),
  userNo: z.number(),
  email: z.string(),
  username: z.string(),
  /** Above 0 for administrators. */
  privilege: z.number(),
  /** Whether the user signed in with a temporary password and has not replaced it. */
  mustChangePassword: z.boolean(),
  /** Whether the device has a remembered session. */
  stays: z.boolean(),
  /** The path of the picture; empty for the default picture. */
  profPic: z.string(),
  /** Changes when a backup is restored. Clients then drop all fetched data. */
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
  summary: 'Signs in and opens a session. With `stays` the browser gets a "remember me" cookie.',
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
    'Returns whether a token is valid, and its user. Reads the authData header as well. Without a valid token, a ' +
    '"remember me" cookie gets a new token.',
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
  summary: 'Validates sign-up data and checks for duplicates. Empty fields are not checked.',
  request: z.object({
    email: sent(EMAIL_MAX, 'accounts.emailInvalid').default(''),
    username: sent(EMAIL_MAX, 'accounts.usernameLong').default(''),
    mobile: sent(EMAIL_MAX, 'accounts.mobileInvalid').default(''),
  }),
  reply: z.object({
    isValid: z.boolean(),
    /** Empty if the field is valid. */
    emailMsg: z.string(),
    usernameMsg: z.string(),
    mobileMsg: z.string(),
  }),
})
export type RegDataResult = z.infer<typeof checkRegData.reply>

/** JPEG or PNG by content. Stored as a square of PICTURE_PIXELS, without metadata. */
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
  summary: 'Creates an account. A duplicate is rejected with the messages of checkregdata.',
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
      /** A confirmation link was mailed. Until it is opened, the account cannot be found by e-mail. */
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
  summary:
    'Sends a temporary password by e-mail. It works once within half an hour; the old password stays valid.',
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
    'Confirms an e-mail address with the token of its link. The link works once, within a day, signed in or not.',
  request: z.object({ token: sent(CONFIRMATION_TOKEN_MAX) }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const sendConfirmation = defineCall({
  method: 'POST',
  path: '/api/user/sendconfirmation',
  access: 'member',
  limit: 'mail',
  encoding: 'form',
  summary: "Sends a new link that confirms the user's own e-mail address, and invalidates the previous link.",
  request: z.object({}),
  /** False if there is nothing to confirm. */
  reply: done.extend({ sent: z.boolean() }),
})

/**
 * A user as others see them, including users who have only looked them up: never with e-mail or phone. Data for members of a
 * common hub belongs in `participant` (hubs.ts). `profPic` is a path, or empty for the default picture.
 */
export const personSchema = z.object({ userNo: z.number(), userName: z.string(), profPic: z.string() })
export type PersonView = z.infer<typeof personSchema>
