import type { PersonView, SignedInView } from '#protocol/accounts.ts'
import type { Say } from '#server/platform/say.ts'
import type { PersonRecord } from './accounts.store.ts'
import type { SignedIn } from './createSession.ts'

/** The path of a profile picture, or empty for the default one. */
export function picturePath(person: { pictureId?: string } | undefined): string {
  return person?.pictureId === undefined ? '' : `/pictures/${person.pictureId}`
}

export function personView(person: PersonRecord): PersonView {
  return { userNo: person.userNo, userName: person.username, profPic: picturePath(person) }
}

/** Someone whose account is gone still has a number, but no name. */
export function personOrGone(
  userNo: number,
  people: ReadonlyMap<number, PersonRecord>,
  say: Say,
): PersonView {
  const person = people.get(userNo)
  return person ? personView(person) : { userNo, userName: say('accounts.withdrawn'), profPic: '' }
}

export function signedInView(
  { user, authToken, mustChangePassword, stays: rememberMe }: SignedIn,
  epoch: string,
): SignedInView {
  return {
    authenticated: true,
    authToken,
    userNo: user.userNo,
    email: user.email,
    username: user.username,
    privilege: user.privilege,
    mustChangePassword,
    stays: rememberMe,
    profPic: picturePath(user),
    epoch,
  }
}
