import type { Viewer } from '#protocol/access.ts'
import { searchTextOf } from '#protocol/searchText.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { HubSearchEntry } from '#server/features/hubs/hubs.record.ts'
import type { Word } from '#server/features/notes/searchFields.ts'

export interface Group<Item> {
  count: number
  /** The best matches. */
  items: Item[]
}

export interface HubSearchResult {
  hubNo: number
  /** Name given by the members. */
  name?: string
  /** Names of the other members, or of the only member; matching ones first. */
  names: string[]
  memberCount: number
}

interface SearchInput {
  searchEntries: readonly HubSearchEntry[]
  members: ReadonlyMap<number, Pick<PersonRecord, 'username'>>
  viewer: Pick<Viewer, 'userNo'>
}

/** The other members, or the viewer if there are none. */
function displayedMembers({ userNos }: HubSearchEntry, viewer: Pick<Viewer, 'userNo'>): readonly number[] {
  const others = userNos.filter(userNo => userNo !== viewer.userNo)
  return others.length > 0 ? others : userNos
}

/**
 * Hubs in which each word matches the name or a member's name, most recently active first. Matches each name only
 * once: the viewer may have hundreds of hubs with hundreds of members each.
 */
export function findMatchingHubs(
  words: readonly Pick<Word, 'pattern'>[],
  { searchEntries, members, viewer }: SearchInput,
): { found: HubSearchEntry[]; wordBits: ReadonlyMap<number, number> } {
  const wordBits = new Map<number, number>()
  for (const [userNo, { username }] of members) {
    const bits = matchingWords(username, words)
    if (bits > 0) wordBits.set(userNo, bits)
  }
  const all = words.reduce((bits, _, index) => bits | (1 << index), 0)
  const holdsAll = (entry: HubSearchEntry) => {
    let bits = entry.name ? matchingWords(entry.name, words) : 0
    const isAlone = entry.userNos.length === 1
    for (const userNo of entry.userNos)
      if (isAlone || userNo !== viewer.userNo) bits |= wordBits.get(userNo) ?? 0
    return bits === all
  }
  const found = searchEntries.filter(holdsAll).sort((one, other) => +other.lastActivity - +one.lastActivity)
  return { found, wordBits }
}

/** Number of matching hubs, and views of the first ones. */
export function searchHubs(
  words: readonly Pick<Word, 'pattern'>[],
  { limit, ...searched }: SearchInput & { limit: number },
): Group<HubSearchResult> {
  const { members, viewer } = searched
  const { found, wordBits } = findMatchingHubs(words, searched)
  const items = found.slice(0, limit).map(entry => {
    const displayed = displayedMembers(entry, viewer).filter(userNo => members.has(userNo))
    const hits = words.flatMap((_, index) =>
      displayed.filter(userNo => (wordBits.get(userNo) ?? 0) & (1 << index)),
    )
    const names = new Set([...hits, ...displayed].map(userNo => members.get(userNo)?.username ?? ''))
    const { hubNo, name, userNos } = entry
    return { hubNo, ...(name && { name }), names: [...names], memberCount: userNos.length }
  })
  return { count: found.length, items }
}

/** One bit per matching word; queries have far fewer words than a number has bits. */
function matchingWords(name: string, words: readonly Pick<Word, 'pattern'>[]): number {
  const text = searchTextOf(name)
  return words.reduce(
    (bits, { pattern }, index) => (text.search(pattern) >= 0 ? bits | (1 << index) : bits),
    0,
  )
}
