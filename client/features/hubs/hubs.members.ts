import { t } from '#client/platform/language/language.ts'
import type { Person } from '#client/ui/Avatar.tsx'
import { formatHiddenCount, formatVisibleNames, shortNames } from '#client/ui/names.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { HubView, ParticipantsView } from '#protocol/hubs.ts'
import { shownMembers } from './hubs.cache.ts'

/** The other members as avatar props, or the user if there are none. */
export function avatarsOf({ userNos, names, pics }: HubView): Person[] {
  return userNos.map((userNo, place) => ({
    userNo,
    name: names[place] ?? '',
    picture: pics[place] || null,
  }))
}

/** The same as API views. */
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

/** All members including the user. */
export function membersWithMe({ userNos }: HubView, myNo: number): number[] {
  return [...new Set([myNo, ...userNos])]
}

/** The members after adding users, or null if all of them are members already. */
export function expectedMembers(hub: HubView, myNo: number, added: readonly number[]): number[] | null {
  const members = membersWithMe(hub, myNo)
  const newcomers = added.filter(userNo => !members.includes(userNo))
  return newcomers.length === 0 ? null : [...members, ...newcomers]
}

export function nameOfHub(hub: HubView, myNo: number): string {
  return roomName({ participants: membersOf(hub), ...(hub.name && { name: hub.name }) }, myNo)
}

/** Short name and the number of members, or of those that the name leaves out. */
export function shortNameOf(hub: HubView, myNo: number): { words: string; count: string } {
  if (hub.name) return { words: hub.name, count: String(membersWithMe(hub, myNo).length) }
  if (isAlone(hub, myNo)) return { words: t('hubs.onlyMe'), count: '' }
  return { words: formatVisibleNames(hub.names), count: formatHiddenCount(hub.names.length) }
}

export type RoomInfo = Pick<ParticipantsView, 'participants' | 'name'>

/** The name of a room, or the names of its other members. */
export function roomName({ participants, name }: RoomInfo, myNo: number): string {
  if (name) return name
  if (participants.every(({ userNo }) => userNo === myNo)) return t('hubs.onlyMe')
  return shortNames(shownMembers(participants, myNo).map(({ userName }) => userName))
}
