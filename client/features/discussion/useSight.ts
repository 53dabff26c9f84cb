import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsTabVisible } from '#client/platform/browser/useIsTabVisible.ts'
import { useCovered } from './useCovered.ts'

/** What was before the eyes for so long was seen, in milliseconds. */
const SEEN_AFTER_MS = 1_000
/** A card is before the eyes with half of it, or when it fills so much of what can be seen. */
const ENOUGH = 0.5
/** Each half of the next: whatever is up to 64 times as high as what can be seen passes one of them while it fills half of that. */
export const SIGHT_THRESHOLDS = [0, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, ENOUGH]

export interface Sight {
  /** Cards that have been on the screen, by their `seq`. */
  sighted: ReadonlySet<number>
  /** Cards of which it is known that they have not. */
  unsighted: ReadonlySet<number>
  /** Cards of which something is on the screen now. */
  inSight: ReadonlySet<number>
}

/**
 * Follows which cards of a list come before the reader's eyes. Each card bears its number as `data-seq`.
 * @param seqs of the cards, as the list shows them.
 * @param onSeen a card was on the screen of a visible tab for one second, without a break.
 */
export function useSight(
  list: RefObject<HTMLElement | null>,
  seqs: readonly number[],
  onSeen: (seq: number) => void,
): Sight {
  const [sight, setSight] = useState<Sight>({
    sighted: new Set(),
    unsighted: new Set(),
    inSight: new Set(),
  })
  const isVisible = useIsTabVisible()
  const looks = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const seen = useEffectEvent(onSeen)
  const cards = seqs.join(' ')
  const rootMargin = useCovered(list, seqs.length > 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards are to be watched
  useEffect(() => {
    if (list.current === null || !isVisible) return
    const observer = new IntersectionObserver(
      entries => {
        for (const entry of entries) {
          const seq = seqOf(entry.target)
          if (!isBeforeEyes(entry)) endLook(looks.current, seq)
          else if (!looks.current.has(seq))
            looks.current.set(
              seq,
              setTimeout(() => seen(seq), SEEN_AFTER_MS),
            )
        }
        setSight(before => withEntries(before, entries))
      },
      { rootMargin, threshold: SIGHT_THRESHOLDS },
    )
    for (const card of list.current.querySelectorAll('[data-seq]')) observer.observe(card)
    return () => observer.disconnect()
  }, [list, cards, isVisible, rootMargin])

  // A look ends with the tab's being seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ends them
  useEffect(() => {
    const begun = looks.current
    return () => {
      for (const seq of [...begun.keys()]) endLook(begun, seq)
    }
  }, [isVisible])

  return sight
}

function endLook(looks: Map<number, ReturnType<typeof setTimeout>>, seq: number): void {
  clearTimeout(looks.get(seq))
  looks.delete(seq)
}

const seqOf = (card: Element) => Number(card.getAttribute('data-seq'))

type Found = Pick<IntersectionObserverEntry, 'intersectionRatio' | 'intersectionRect' | 'rootBounds'>

/** Of what an observer with SIGHT_THRESHOLDS has found; `scrollerPx`: the height of the box in which it is scrolled, if in one. */
export function isBeforeEyes(
  { intersectionRatio, intersectionRect, rootBounds }: Found,
  scrollerPx = Number.POSITIVE_INFINITY,
): boolean {
  const shownPx = Math.min(rootBounds?.height ?? window.innerHeight, scrollerPx)
  return intersectionRatio >= ENOUGH || intersectionRect.height >= ENOUGH * shownPx
}

function withEntries(before: Sight, entries: IntersectionObserverEntry[]): Sight {
  const next = {
    sighted: new Set(before.sighted),
    unsighted: new Set(before.unsighted),
    inSight: new Set(before.inSight),
  }
  for (const entry of entries) {
    const seq = seqOf(entry.target)
    if (isBeforeEyes(entry)) next.sighted.add(seq)
    if (next.sighted.has(seq)) next.unsighted.delete(seq)
    else next.unsighted.add(seq)
    if (entry.isIntersecting) next.inSight.add(seq)
    else next.inSight.delete(seq)
  }
  return next
}
