import { signInReply } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, flag, personName, rejection, sent } from './fields.ts'
import { PASSKEY_NAME_MAX } from './limits.ts'
import { z } from './schema.ts'

/**
 * In characters, each far above the needs of WebAuthn: of a credential id, of the signed client data, of a signature, and of a
 * new key with its attestation.
 */
const ID_MAX = 1_400
const CLIENT_DATA_MAX = 2_000
const SIGNATURE_MAX = 2_000
const ATTESTATION_MAX = 8_000
const TRANSPORTS_MAX = 10
const TRANSPORT_LENGTH_MAX = 20

const BASE64URL = /^[\w-]+$/
const bytes = (max: number) => sent(max).regex(BASE64URL)

const passkeyId = bytes(ID_MAX)
export const passkeyNameField = personName(
  'passkeys.nameLength',
  { min: 1, max: PASSKEY_NAME_MAX },
  'accounts.usernameHidden',
)

const passkeySchema = z.object({
  passkeyId: z.string(),
  name: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Null before the first sign-in. */
  lastUsedAt: z.string().nullable(),
})
export type PasskeyView = z.infer<typeof passkeySchema>
const passkeys = done.extend({ passkeys: z.array(passkeySchema) })

/** The request options in the JSON form of WebAuthn. */
const browserOptions = z.looseObject({ challenge: z.string() })

/** The response of the browser in the JSON form of WebAuthn. Other fields are ignored. */
const ofEveryAnswer = { id: passkeyId, rawId: passkeyId, type: z.literal('public-key') }
const newCredential = z.object({
  ...ofEveryAnswer,
  response: z.object({
    clientDataJSON: bytes(CLIENT_DATA_MAX),
    attestationObject: bytes(ATTESTATION_MAX),
    transports: z.array(sent(TRANSPORT_LENGTH_MAX)).max(TRANSPORTS_MAX).default([]),
  }),
})
const shownCredential = z.object({
  ...ofEveryAnswer,
  response: z.object({
    clientDataJSON: bytes(CLIENT_DATA_MAX),
    authenticatorData: bytes(SIGNATURE_MAX),
    signature: bytes(SIGNATURE_MAX),
    userHandle: bytes(ID_MAX).optional(),
  }),
})
export type NewCredential = z.infer<typeof newCredential>
export type AuthenticationCredential = z.infer<typeof shownCredential>

export const getPasskeys = defineCall({
  method: 'POST',
  path: '/api/passkey/list',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary: "Returns the user's passkeys, oldest first.",
  request: z.object({}),
  reply: passkeys,
})

/** False if the user must first confirm the password (again). */
const stepRejection = rejection.extend({ authenticated: z.boolean() })

export const beginAddingPasskey = defineCall({
  method: 'POST',
  path: '/api/passkey/beginadding',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Returns the options for creating a passkey, after the password step.',
  request: z.object({}),
  reply: z.discriminatedUnion('success', [done.extend({ options: browserOptions }), stepRejection]),
})

export const addPasskey = defineCall({
  method: 'POST',
  path: '/api/passkey/add',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary:
    'Stores the passkey that the browser created from the options of this session, named after browser and system.',
  request: z.object({ credential: newCredential }),
  reply: z.discriminatedUnion('success', [passkeys, stepRejection]),
})

export const renamePasskey = defineCall({
  method: 'POST',
  path: '/api/passkey/rename',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Renames an own passkey.',
  request: z.object({ passkeyId, name: passkeyNameField }),
  reply: passkeys,
})

export const removePasskey = defineCall({
  method: 'POST',
  path: '/api/passkey/remove',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary:
    'Removes an own passkey, which can no longer be used to sign in, unless it is the last way to sign in.',
  request: z.object({ passkeyId }),
  reply: z.discriminatedUnion('success', [passkeys, rejection]),
})

export const beginPasskeySignIn = defineCall({
  method: 'POST',
  path: '/api/passkey/beginsignin',
  access: 'open',
  limit: 'signIn',
  encoding: 'json',
  summary: 'Returns the options for signing in with a passkey. They are the same for everybody.',
  request: z.object({}),
  reply: z.discriminatedUnion('success', [done.extend({ options: browserOptions }), rejection]),
})

/** Below the sign-in path, because browsers send the device cookie only there. */
export const signInByPasskey = defineCall({
  method: 'POST',
  path: '/api/user/signin/passkey',
  access: 'open',
  limit: 'signIn',
  encoding: 'json',
  summary: 'Signs in with a passkey instead of e-mail and password. `stays` works as in signin.',
  request: z.object({ credential: shownCredential, stays: flag.default(false) }),
  reply: signInReply,
})
