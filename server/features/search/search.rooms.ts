import type { Viewer } from '#protocol/access.ts'
import { searchTextOf } from '#protocol/searchText.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { HubSearchEntry } from '#server/features/hubs/hubs.record.ts'
import type { Word } from '#server/features/notes/searchFields.ts'

export interface Group<Item> {
  count: number
  /** The best of them. */
  items: Item[]
}

export interface RoomSearchResult {
  hubNo: number
  /** What its members call it. */
  name?: string
  /** Of the others; of somebody alone in a hub their own. Those that were found stand first. */
  names: string[]
  memberCount: number
}

interface Searched {
  rosters: readonly HubSearchEntry[]
  members: ReadonlyMap<number, Pick<PersonRecord, 'username'>>
  viewer: Pick<Viewer, 'userNo'>
}

/** Of a hub those by whom the viewer knows it: the others, or, alone in it, themselves. */
function shownIn({ userNos }: HubSearchEntry, viewer: Pick<Viewer, 'userNo'>): readonly number[] {
  const others = userNos.filter(userNo => userNo !== viewer.userNo)
  return others.length > 0 ? others : userNos
}

/**
 * The hubs in whose name, or among whose members' names, every word is found, where something happened last first. Each
 * name is looked through once, in however many hubs its bearer is: somebody may be in hundreds, with hundreds of others each.
 */
export function rostersWith(
  words: readonly Pick<Word, 'pattern'>[],
  { rosters, members, viewer }: Searched,
): { found: HubSearchEntry[]; held: ReadonlyMap<number, number> } {
  const held = new Map<number, number>()
  for (const [userNo, { username }] of members) {
    const bits = wordsHeld(username, words)
    if (bits > 0) held.set(userNo, bits)
  }
  const all = words.reduce((bits, _, place) => bits | (1 << place), 0)
  const holdsAll = (entry: HubSearchEntry) => {
    let bits = entry.name ? wordsHeld(entry.name, words) : 0
    const isAlone = entry.userNos.length === 1
    for (const userNo of entry.userNos) if (isAlone || userNo !== viewer.userNo) bits |= held.get(userNo) ?? 0
    return bits === all
  }
  const found = rosters.filter(holdsAll).sort((one, other) => +other.lastActivity - +one.lastActivity)
  return { found, held }
}

/** How many of them there are, and what is told of the first. */
export function roomsWith(
  words: readonly Pick<Word, 'pattern'>[],
  { limit, ...searched }: Searched & { limit: number },
): Group<RoomSearchResult> {
  const { members, viewer } = searched
  const { found, held } = rostersWith(words, searched)
  const items = found.slice(0, limit).map(entry => {
    const shown = shownIn(entry, viewer).filter(userNo => members.has(userNo))
    const hits = words.flatMap((_, place) => shown.filter(userNo => (held.get(userNo) ?? 0) & (1 << place)))
    const names = new Set([...hits, ...shown].map(userNo => members.get(userNo)?.username ?? ''))
    const { hubNo, name, userNos } = entry
    return { hubNo, ...(name && { name }), names: [...names], memberCount: userNos.length }
  })
  return { count: found.length, items }
}

/** A bit for each word that a name holds; a query has far fewer words than a number has bits. */
function wordsHeld(name: string, words: readonly Pick<Word, 'pattern'>[]): number {
  const text = searchTextOf(name)
  return words.reduce(
    (bits, { pattern }, place) => (text.search(pattern) >= 0 ? bits | (1 << place) : bits),
    0,
  )
}
