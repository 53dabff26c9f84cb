import jwt from 'jsonwebtoken'
import { signOut } from '#protocol/accounts.ts'
import { SESSION_MS } from '#protocol/limits.ts'
import { deleteAccount, endOwnSession, getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import type { Fixtures } from '#tests/support/fixtures.ts'
import { SECRET } from '#tests/support/node.ts'
import { makeHub, newUser, PASSWORD, signInUser, type TestUser } from '#tests/support/users.ts'

const OTHER_PASSWORD = '다른 비밀번호 99'

/**
 * Tokens that authorize nothing: malformed ones, and expired or revoked ones of the author. `atTime` runs an action
 * at another time of the node’s clock.
 */
export async function createInvalidTokens(
  { author, bystander }: Fixtures,
  atTime: <T>(time: Date, something: () => Promise<T>) => Promise<T>,
): Promise<Record<string, string>> {
  const [header = '', claims = '', signature = ''] = author.token.split('.')
  const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const subject = String(author.userNo)
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  const signInAgain = () => signInUser(author.url, author.email)
  async function endedToken(end: (session: TestUser) => Promise<unknown>): Promise<string> {
    const session = await signInAgain()
    await session.call(getTopics, {})
    await end(session)
    return session.token
  }
  async function endFromAuthorsSession(session: TestUser): Promise<void> {
    const { sessions } = await session.call(getSessions, {})
    const current = sessions.find(({ isCurrent }) => isCurrent)
    await author.call(endOwnSession, { sessionId: current?.sessionId ?? '' })
  }
  /** The author’s own session continues. */
  async function changePasswordTwice(): Promise<void> {
    for (const [old, password] of [
      [PASSWORD, OTHER_PASSWORD],
      [OTHER_PASSWORD, PASSWORD],
    ] as const) {
      await author.call(requestMyInfo, { email: author.email, password: old })
      await author.call(updateMyInfo, { password })
    }
  }
  const withdrawn = await newUser(author.url)
  await makeHub(author, withdrawn)
  await withdrawn.call(deleteAccount, { password: PASSWORD })

  return {
    'without a signature': `${none}.${claims}.`,
    'with a forged signature': `${header}.${claims}.${signature.split('').toReversed().join('')}`,
    'signed with another key': jwt.sign({}, 'guessed', { subject, jwtid: jti }),
    'that has expired': jwt.sign({}, SECRET, { subject, jwtid: jti, expiresIn: '-1h' }),
    'with another user’s session': jwt.sign({}, SECRET, { subject: String(bystander.userNo), jwtid: jti }),
    'whose session has expired': (await atTime(new Date(Date.now() - 2 * SESSION_MS), signInAgain)).token,
    'of a signed-out session': await endedToken(session => session.call(signOut, {})),
    'of a session ended from another device': await endedToken(endFromAuthorsSession),
    'from before a new password': await endedToken(changePasswordTwice),
    'of a deleted account': withdrawn.token,
  }
}
