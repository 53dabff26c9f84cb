import type { PersonView, SignedInView } from '#protocol/accounts.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { PersonRecord } from './accounts.repository.ts'
import type { SignedIn } from './sessions.service.ts'

/** Path of the profile picture; empty for the default picture. */
export function picturePath(person: { pictureId?: string } | undefined): string {
  return person?.pictureId === undefined ? '' : `/pictures/${person.pictureId}`
}

export function personView(person: PersonRecord): PersonView {
  return { userNo: person.userNo, userName: person.username, profPic: picturePath(person) }
}

/** A deleted account still has a number, but no name. */
export function personOrDeleted(
  userNo: number,
  people: ReadonlyMap<number, PersonRecord>,
  t: Translate,
): PersonView {
  const person = people.get(userNo)
  return person ? personView(person) : { userNo, userName: t('accounts.withdrawn'), profPic: '' }
}

export function signedInView(
  { user, authToken, mustChangePassword, rememberMe }: SignedIn,
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
