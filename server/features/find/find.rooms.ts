import type { Viewer } from '#protocol/access.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { foldedText, type Word } from '#server/features/notes/sought.rules.ts'

export interface Group<Item> {
  count: number
  /** The best of them. */
  items: Item[]
}

export interface FoundRoom {
  hubNo: number
  /** Of the others; of somebody alone in a hub their own. Those that were found stand first. */
  names: string[]
  memberCount: number
}

interface Searched {
  hubs: readonly Pick<HubRecord, 'hubNo' | 'name' | 'members' | 'lastActivity'>[]
  members: ReadonlyMap<number, Pick<PersonRecord, 'username'>>
  viewer: Pick<Viewer, 'userNo'>
  limit: number
}

/**
 * The hubs in whose name, or among whose members' names, every word is found, where something happened last first. Each
 * name is looked through once, in however many hubs its bearer is: somebody may be in hundreds, with hundreds of others each.
 */
export function roomsWith(
  words: readonly Pick<Word, 'pattern'>[],
  { hubs, members, viewer, limit }: Searched,
): Group<FoundRoom> {
  const people = new Map(
    [...members].map(([userNo, { username }]) => [
      userNo,
      { name: username, held: wordsHeld(username, words) },
    ]),
  )
  const all = words.reduce((bits, _, place) => bits | (1 << place), 0)
  const shownIn = (hub: Searched['hubs'][number]) => {
    const others = hub.members.filter(({ userNo }) => userNo !== viewer.userNo)
    return (others.length > 0 ? others : hub.members).flatMap(({ userNo }) => people.get(userNo) ?? [])
  }
  const nameHeld = ({ name }: Searched['hubs'][number]) => (name ? wordsHeld(name, words) : 0)
  const found = hubs
    .filter(hub => shownIn(hub).reduce((bits, { held }) => bits | held, nameHeld(hub)) === all)
    .sort((one, other) => +other.lastActivity - +one.lastActivity)
  const items = found.slice(0, limit).map(hub => {
    const shown = shownIn(hub)
    const hits = words.flatMap((_, place) => shown.filter(({ held }) => held & (1 << place)))
    const names = new Set([...hits, ...shown].map(({ name }) => name))
    return { hubNo: hub.hubNo, names: [...names], memberCount: hub.members.length }
  })
  return { count: found.length, items }
}

/** A bit for each word that a name holds; a query has far fewer words than a number has bits. */
function wordsHeld(name: string, words: readonly Pick<Word, 'pattern'>[]): number {
  const text = foldedText(name)
  return words.reduce(
    (bits, { pattern }, place) => (text.search(pattern) >= 0 ? bits | (1 << place) : bits),
    0,
  )
}
