import { knownPassword, mobileText, pictureField, pictureFile } from './accounts.ts'
import { defineCall } from './call.ts'
import { authToken, done, flag, jsonList, rejection, sent, sentence, uuid } from './fields.ts'
import { EMAIL_MAX, NEW_PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'
import { passwordError } from './password.rules.ts'
import { z } from './schema.ts'

/** Empty keeps the current password. */
const newPasswordField = sent(NEW_PASSWORD_MAX, 'accounts.newPasswordLength')
  .refine(({ length }) => length === 0 || length >= PASSWORD_MIN, sentence('accounts.newPasswordLength'))
  .refine(password => password === '' || passwordError(password) === null, sentence('accounts.passwordPlain'))

const myInfo = z.object({
  authenticated: z.literal(true),
  email: z.string(),
  username: z.string(),
  /** Digits; may be empty. */
  mobile: z.string(),
  /** The path of the picture; empty for the default picture. */
  profPicURL: z.string(),
  mustChangePassword: z.boolean(),
  /** The account cannot be found by e-mail until the mailed link is opened. */
  mustConfirmEmail: z.boolean(),
  /** False for an account of a provider that has no password yet. Nodes of earlier releases do not send it. */
  hasPassword: z.boolean().optional(),
})
export type MyInfoView = z.infer<typeof myInfo>

export const requestMyInfo = defineCall({
  method: 'POST',
  path: '/api/user/reqmyinfo',
  access: 'member',
  limit: 'proof',
  beforePasswordChange: true,
  encoding: 'form',
  summary:
    'Verifies the password before own data is changed: allows updatemyinfo in this session for 15 minutes.',
  request: z.object({ email: sent(EMAIL_MAX), password: knownPassword }),
  reply: z.discriminatedUnion('authenticated', [
    myInfo,
    z.object({ authenticated: z.literal(false), message: z.string() }),
  ]),
})

const fileName = sent(1000)
/** A JSON list of keys that the client has chosen, alone or with data about the files; empty for none. */
const fileNames = z
  .union([
    z.literal('').transform(() => []),
    jsonList(z.union([fileName, z.object({ name: fileName })]), { max: 10, itemLength: 10_000 }),
  ])
  .default([])

export const updateMyInfo = defineCall({
  method: 'POST',
  path: '/api/user/updatemyinfo',
  access: 'member',
  limit: 'upload',
  beforePasswordChange: true,
  encoding: 'form',
  tokenInBody: true,
  summary:
    'Changes phone number, password and picture after the password step. A new password ends all other sessions. ' +
    'Removing the file without a new one restores the default picture.',
  request: z.object({
    authToken: authToken.optional(),
    /** These cannot be changed; the server ignores them. */
    email: sent(EMAIL_MAX).optional(),
    username: sent(EMAIL_MAX).optional(),
    /** Empty removes the number. Without the field it stays the same. */
    mobile: mobileText.optional(),
    password: newPasswordField.default(''),
    profPicFilename: fileName.optional(),
    imagefile0: pictureField,
    imageFileList: fileNames,
    removedFileList: fileNames,
  }),
  file: pictureFile('imagefile0'),
  reply: z.discriminatedUnion('success', [
    done.extend({ mobile: z.string(), profPicURL: z.string(), mobileMsg: z.literal('') }),
    rejection.extend({
      /** False if the user must first confirm the password (again). */
      authenticated: z.boolean(),
      mobileMsg: z.string(),
    }),
  ]),
})

export const deleteAccount = defineCall({
  method: 'POST',
  path: '/api/user/delete',
  access: 'member',
  limit: 'proof',
  encoding: 'json',
  tokenInBody: true,
  summary:
    'Deletes the account permanently, with its topics, notes, shares, memberships, picture and sessions.',
  request: z.object({
    authToken: authToken.optional(),
    /** Without it, the user must have confirmed the password before. */
    password: knownPassword.optional(),
    /** Otherwise suggestions stay without a name. */
    deleteContributions: flag.default(false),
  }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

const ownSession = z.object({
  sessionId: z.string(),
  /** For example 'Chrome · Windows'. */
  device: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  lastSeen: z.string(),
  isCurrent: z.boolean(),
  /** Whether it is a remembered session. */
  stays: z.boolean(),
})
export type OwnSessionView = z.infer<typeof ownSession>

export const getSessions = defineCall({
  method: 'POST',
  path: '/api/user/getsessions',
  access: 'member',
  limit: 'read',
  beforePasswordChange: true,
  encoding: 'form',
  summary: "Returns the user's sessions, last active first.",
  request: z.object({}),
  reply: done.extend({ sessions: z.array(ownSession) }),
})

export const endOwnSession = defineCall({
  method: 'POST',
  path: '/api/user/endsession',
  access: 'member',
  limit: 'write',
  beforePasswordChange: true,
  encoding: 'form',
  summary: "Ends one of the user's sessions, on every node and open socket.",
  request: z.object({ sessionId: uuid }),
  reply: done.extend({ sessions: z.array(ownSession) }),
})

export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/api/user/endothersessions',
  access: 'member',
  limit: 'write',
  beforePasswordChange: true,
  encoding: 'form',
  summary: "Ends all of the user's other sessions, on every node and open socket.",
  request: z.object({}),
  reply: done.extend({ sessions: z.array(ownSession) }),
})

export const exportData = defineCall({
  method: 'POST',
  path: '/api/user/exportdata',
  formerPath: '/api/user/takeaway',
  access: 'member',
  limit: 'download',
  encoding: 'form',
  summary:
    "All of the user's data as a zip: a folder per topic, a Markdown file per note, their pictures, and data.json with the rest.",
  request: z.object({}),
  reply: z.file().mime('application/zip'),
})
