import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { requestMyInfo } from '#protocol/myInfo.ts'
import {
  type AuthenticationCredential,
  addPasskey,
  beginAddingPasskey,
  beginPasskeySignIn,
  type NewCredential,
} from '#protocol/passkeys.ts'
import { call } from './call.ts'
import { PASSWORD, type TestUser } from './users.ts'

/** The public address of test nodes, to which passkeys are bound. */
const ORIGIN = 'https://geulmaru.example'

/** Flags of the authenticator data. */
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

export interface Ceremony {
  challenge: string
  /** The origin that the browser reports. */
  origin?: string
  /** The host that the authenticator signs for. */
  hostname?: string
  /** Whether the authenticator verified the user. */
  isVerified?: boolean
  /** Replaces the correct type of the ceremony. */
  type?: string
}

/** An authenticator with one passkey. It implements the cryptography itself, so that tests can forge responses. */
export function newAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const passkeyId = id.toString('base64url')
  const ofEveryAnswer = { id: passkeyId, rawId: passkeyId, type: 'public-key' as const }
  let count = 0

  function authenticatorData({ hostname, isVerified = true }: Ceremony, extra?: Buffer): Buffer {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (extra ? HAS_KEY : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([
      sha256(hostname ?? 'geulmaru.example'),
      Buffer.from([flags]),
      counter,
      ...(extra ? [extra] : []),
    ])
  }

  return {
    passkeyId,
    /** Sets the signature counter. */
    setCounter(to: number) {
      count = to
    },
    createCredential(
      ceremony: Ceremony,
      attestation: { fmt: string; attStmt: Map<string, unknown> } = noAttestation(),
    ) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = Buffer.concat([Buffer.alloc(16), length, id, cosePublicKey(publicKey)])
      const statement = new Map<string, unknown>([
        ['fmt', attestation.fmt],
        ['attStmt', attestation.attStmt],
        ['authData', new Uint8Array(authenticatorData(ceremony, key))],
      ])
      const credential: NewCredential = {
        ...ofEveryAnswer,
        response: {
          clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(statement as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
      return credential
    },
    createAssertion(ceremony: Ceremony, userHandle?: string): AuthenticationCredential {
      count += 1
      const client = clientData('webauthn.get', ceremony)
      const data = authenticatorData(ceremony)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...ofEveryAnswer,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof newAuthenticator>

/** Passes the password step. Returns the options for the browser. */
export async function beginPasskeyRegistration(
  person: TestUser,
): Promise<{ challenge: string; userHandle: string }> {
  await person.call(requestMyInfo, { email: person.email, password: PASSWORD })
  const begun = await person.call(beginAddingPasskey, {})
  if (!begun.success) throw new Error(begun.message)
  const { challenge, user } = begun.options
  return { challenge, userHandle: (user as { id: string }).id }
}

/** Adds a passkey to the user’s account. */
export async function registerPasskey(person: TestUser): Promise<Authenticator> {
  const authenticator = newAuthenticator()
  const credential = authenticator.createCredential(await beginPasskeyRegistration(person))
  const reply = await person.call(addPasskey, { credential })
  if (!reply.success) throw new Error(reply.message)
  return authenticator
}

/** Returns the challenge for a sign-in. */
export async function requestSignInChallenge(url: string): Promise<string> {
  const { body } = await call(url, beginPasskeySignIn, {})
  if (!body.success) throw new Error(body.message)
  return body.options.challenge
}

function clientData(type: string, { challenge, origin = ORIGIN, ...overrides }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type: overrides.type ?? type, challenge, origin, crossOrigin: false }))
}

const noAttestation = () => ({ fmt: 'none', attStmt: new Map<string, unknown>() })

/** The COSE key: EC2, ES256, P-256, x, y by their COSE labels. */
function cosePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const fields = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ])
  return Buffer.from(isoCBOR.encode(fields as never))
}

function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest()
}
