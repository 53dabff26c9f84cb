import { useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { anchorPassages } from '#protocol/passageAnchor.ts'
import { runWhenIdle } from './idle.ts'
import type { Anchors, PassageGroup, TextRange } from './passages.groups.ts'
import { usePassageState } from './passages.state.ts'

/** The number of passages that are searched for between two checks of the remaining time. */
const BATCH = 5

/** The text for which the anchors of a state were computed. */
const textOf = new WeakMap<Anchors, string>()

/** Finds the passages in the text on the screen, in idle slices. A new text is searched for all of them again. */
export function useAnchoring(text: string | undefined, groups: readonly PassageGroup[]): void {
  const { anchors } = usePassageState()
  const setAnchors = useSetAtom(anchors)
  const store = useStore()

  useEffect(() => {
    if (text === undefined) return
    const known = store.get(anchors)
    const isSameText = textOf.get(known) === text
    const missing = isSameText ? groups.filter(({ key }) => !known.has(key)) : [...groups]
    if (missing.length === 0 && isSameText) return
    const found = new Map<string, TextRange | null>()
    return runWhenIdle(() => {
      const batch = missing.splice(0, BATCH)
      const places = anchorPassages(
        text,
        batch.map(({ passage }) => passage),
      )
      batch.forEach(({ key }, index) => void found.set(key, places[index] ?? null))
      if (missing.length > 0) return true
      setAnchors(before => withText(new Map([...(isSameText ? before : []), ...found]), text))
      return false
    })
  }, [text, groups, anchors, setAnchors, store])
}

/** Adds a passage that the user has just chosen in the text. */
export function withAnchor(before: Anchors, key: string, range: TextRange): Anchors {
  return withText(new Map([...before, [key, range]]), textOf.get(before) ?? '')
}

function withText(anchors: Anchors, text: string): Anchors {
  textOf.set(anchors, text)
  return anchors
}
