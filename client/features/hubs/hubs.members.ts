import { t } from '#client/platform/language/language.ts'
import type { Person } from '#client/ui/Avatar.tsx'
import { hiddenNames, shortNames, shownNames } from '#client/ui/names.ts'
import type { PersonView } from '#protocol/accounts.ts'
import type { HubView, ParticipantsView } from '#protocol/hubs.ts'
import { shownMembers } from './hubs.cache.ts'

/** The other members as the screen's parts want them; alone, oneself. */
export function peopleOf({ userNos, names, pics }: HubView): Person[] {
  return userNos.map((userNo, place) => ({
    userNo,
    name: names[place] ?? '',
    picture: pics[place] || null,
  }))
}

/** Likewise, as the calls name them. */
export function membersOf({ userNos, names, pics }: HubView): PersonView[] {
  return userNos.map((userNo, place) => ({
    userNo,
    userName: names[place] ?? '',
    profPic: pics[place] ?? '',
  }))
}

export function isAlone({ userNos }: HubView, myNo: number): boolean {
  return userNos.every(userNo => userNo === myNo)
}

/** Everybody in the hub, oneself included. */
export function membersWithMe({ userNos }: HubView, myNo: number): number[] {
  return [...new Set([myNo, ...userNos])]
}

/** The members that adding people would make, or null when all of them are in the hub already. */
export function expectedMembers(hub: HubView, myNo: number, added: readonly number[]): number[] | null {
  const members = membersWithMe(hub, myNo)
  const newcomers = added.filter(userNo => !members.includes(userNo))
  return newcomers.length === 0 ? null : [...members, ...newcomers]
}

/** The same, as a list of rooms tells of it. */
export function nameOfHub(hub: HubView, myNo: number): string {
  return roomName({ participants: membersOf(hub), ...(hub.name && { name: hub.name }) }, myNo)
}

/** What a row with little room calls it, and beside that how many are in it, or how many more than it names. */
export function shortNameOf(hub: HubView, myNo: number): { words: string; count: string } {
  if (hub.name) return { words: hub.name, count: String(membersWithMe(hub, myNo).length) }
  if (isAlone(hub, myNo)) return { words: t('hubs.onlyMe'), count: '' }
  return { words: shownNames(hub.names), count: hiddenNames(hub.names) }
}

/** What a room is called on a screen: by its name, or by the others in it. */
export function roomName(
  { participants, name }: Pick<ParticipantsView, 'participants' | 'name'>,
  myNo: number,
): string {
  if (name) return name
  if (participants.every(({ userNo }) => userNo === myNo)) return t('hubs.onlyMe')
  return shortNames(shownMembers(participants, myNo).map(({ userName }) => userName))
}
