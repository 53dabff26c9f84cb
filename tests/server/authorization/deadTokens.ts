import jwt from 'jsonwebtoken'
import { signOut } from '#protocol/accounts.ts'
import { SESSION_MS } from '#protocol/limits.ts'
import { deleteAccount, endOwnSession, getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { SECRET } from '#tests/support/node.ts'
import { makeHub, newPerson, PASSWORD, type Person, signedIn } from '#tests/support/person.ts'
import type { World } from '#tests/support/world.ts'

const OTHER_PASSWORD = '다른 비밀번호 99'

/**
 * Tokens that open nothing: made up, or good for the author once. `atTime` runs something with the node's clock set.
 */
export async function makeDeadTokens(
  { author, bystander }: World,
  atTime: <T>(time: Date, something: () => Promise<T>) => Promise<T>,
): Promise<Record<string, string>> {
  const [header = '', claims = '', signature = ''] = author.token.split('.')
  const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const subject = String(author.userNo)
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  const again = () => signedIn(author.url, author.email)

  return {
    'signed by nobody': `${none}.${claims}.`,
    'with a forged signature': `${header}.${claims}.${signature.split('').toReversed().join('')}`,
    'signed with another key': jwt.sign({}, 'guessed', { subject, jwtid: jti }),
    'past its time': jwt.sign({}, SECRET, { subject, jwtid: jti, expiresIn: '-1h' }),
    'for somebody else’s session': jwt.sign({}, SECRET, { subject: String(bystander.userNo), jwtid: jti }),
    'whose session is past its time': (await atTime(new Date(Date.now() - 2 * SESSION_MS), again)).token,
    'signed out': await afterSigningOut(await again()),
    'ended from elsewhere': await afterEndFromElsewhere(author, again),
    'of before a new password': await afterNewPassword(author, again),
    'of a withdrawn account': await afterWithdrawal(author),
  }
}

async function afterSigningOut(person: Person): Promise<string> {
  await person.does(getTopics, {})
  await person.does(signOut, {})
  return person.token
}

async function afterEndFromElsewhere(author: Person, again: () => Promise<Person>): Promise<string> {
  const elsewhere = await again()
  const { sessions } = await elsewhere.does(getSessions, {})
  const current = sessions.find(({ isCurrent }) => isCurrent)
  await author.does(endOwnSession, { sessionId: current?.sessionId ?? '' })
  return elsewhere.token
}

/** The author's own session goes on. */
async function afterNewPassword(author: Person, again: () => Promise<Person>): Promise<string> {
  const elsewhere = await again()
  await elsewhere.does(getTopics, {})
  for (const [old, password] of [
    [PASSWORD, OTHER_PASSWORD],
    [OTHER_PASSWORD, PASSWORD],
  ] as const) {
    await author.does(requestMyInfo, { email: author.email, password: old })
    await author.does(updateMyInfo, { password })
  }
  return elsewhere.token
}

async function afterWithdrawal(author: Person): Promise<string> {
  const withdrawn = await newPerson(author.url)
  await makeHub(author, withdrawn)
  await withdrawn.does(deleteAccount, { password: PASSWORD })
  return withdrawn.token
}
