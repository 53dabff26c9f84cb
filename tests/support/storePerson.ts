import { randomBytes } from 'node:crypto'
import { usernameField } from '#protocol/accounts.ts'
import { DEVICES_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { deviceOf } from '#server/platform/device.ts'
import { sha256 } from '#server/platform/digest.ts'
import { AGENT } from './call.ts'

/** What signing up and signing in leave in the database, at once; `newPerson.test.ts` compares the two. */
export async function storePerson(
  context: Context,
  who: { email: string; username: string; password: string },
) {
  const { stores, counters, passwords, gate, digest, clock } = context
  const username = usernameField.parse(who.username)
  const [userNo, passwordHash] = await Promise.all([counters.next('user'), passwords.hash(who.password)])
  const now = clock()
  const deviceHash = sha256(`${userNo}:${randomBytes(16).toString('base64url')}`)
  const device = deviceOf(AGENT)
  const user = { userNo, email: who.email, username, passwordHash, privilege: 0, createdAt: now }
  const seen = { userNo, deviceHash, device, addressHash: digest('127.0.0.1'), firstSeen: now, lastSeen: now }
  const [conflict, { authToken }] = await Promise.all([
    stores.users.insert(user),
    gate.open(userNo, { device, deviceHash }),
    stores.devices.remember(seen, DEVICES_MAX),
  ])
  if (conflict !== null) throw new Error(`the ${conflict} of ${who.email} is taken`)
  return { userNo, email: who.email, username, authToken }
}
