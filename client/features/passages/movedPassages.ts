import { atom, getDefaultStore } from 'jotai'
import type { ThreadPlace } from '#client/features/comments/comments.queries.ts'
import { type Passage, passageKey } from '#protocol/passages.ts'

/** The new keys of passages that were stored in a newer text than the one in which this page chose them. */
export const movedPassagesAtom = atom<ReadonlyMap<string, string>>(new Map())

const placeKey = ({ hubNo, noteNo }: ThreadPlace, key: string) => `${hubNo}/${noteNo}/${key}`

/** Lets the conversation that is open under the old key stay open. */
export function recordMove(place: ThreadPlace, from: Passage, to: Passage | undefined): void {
  if (to === undefined || passageKey(from) === passageKey(to)) return
  const [oldKey, newKey] = [passageKey(from), passageKey(to)]
  getDefaultStore().set(movedPassagesAtom, moved => new Map([...moved, [placeKey(place, oldKey), newKey]]))
}

/** The key and those that replaced it, in order. */
export function currentKeys(moved: ReadonlyMap<string, string>, place: ThreadPlace, key: string): string[] {
  const keys = new Set<string>()
  for (let next: string | undefined = key; next !== undefined && !keys.has(next); ) {
    keys.add(next)
    next = moved.get(placeKey(place, next))
  }
  return [...keys]
}
