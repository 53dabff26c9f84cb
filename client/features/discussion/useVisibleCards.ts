import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LOW_WINDOW, useIsTabVisible, useMediaQuery } from '#client/platform/browser/device.ts'
import { PHONE } from '#client/ui/sheet.ts'

/** A card counts as seen after this time, in milliseconds. */
const SEEN_AFTER_MS = 1_000
/** A card is in view if half of it is visible, or if it fills this share of the viewport. */
const VISIBLE_RATIO = 0.5
/** Halving steps: a card up to 64 times as high as the viewport crosses one of them while it fills half of it. */
export const VIEW_THRESHOLDS = [0, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, VISIBLE_RATIO]

export interface CardVisibility {
  /** `seq` of the cards that were visible once. */
  shownSeqs: ReadonlySet<number>
  /** `seq` of the cards that are known to be unseen. */
  unshownSeqs: ReadonlySet<number>
  /** `seq` of the cards that are at least partly visible now. */
  visibleSeqs: ReadonlySet<number>
}

/**
 * Tracks which cards of a list are visible. Each card has its number as `data-seq`.
 * @param seqs of the cards in list order.
 * @param onSeen called when a card was visible for one second without a break.
 */
export function useVisibleCards(
  list: RefObject<HTMLElement | null>,
  seqs: readonly number[],
  onSeen: (seq: number) => void,
): CardVisibility {
  const [visibility, setVisibility] = useState<CardVisibility>({
    shownSeqs: new Set(),
    unshownSeqs: new Set(),
    visibleSeqs: new Set(),
  })
  const isVisible = useIsTabVisible()
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const reportSeen = useEffectEvent(onSeen)
  const cards = seqs.join(' ')
  const rootMargin = useViewportMargin(list, seqs.length > 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: observe the current cards
  useEffect(() => {
    if (list.current === null || !isVisible) return
    const observer = new IntersectionObserver(
      entries => {
        for (const entry of entries) {
          const seq = seqOf(entry.target)
          if (!isInView(entry)) cancelTimer(timers.current, seq)
          else if (!timers.current.has(seq))
            timers.current.set(
              seq,
              setTimeout(() => reportSeen(seq), SEEN_AFTER_MS),
            )
        }
        setVisibility(before => withObservations(before, entries))
      },
      { rootMargin, threshold: VIEW_THRESHOLDS },
    )
    for (const card of list.current.querySelectorAll('[data-seq]')) observer.observe(card)
    return () => observer.disconnect()
  }, [list, cards, isVisible, rootMargin])

  // Hiding the tab cancels the timers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: cancels the timers when the visibility changes
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const seq of [...running.keys()]) cancelTimer(running, seq)
    }
  }, [isVisible])

  return visibility
}

function cancelTimer(timers: Map<number, ReturnType<typeof setTimeout>>, seq: number): void {
  clearTimeout(timers.get(seq))
  timers.delete(seq)
}

const seqOf = (card: Element) => Number(card.getAttribute('data-seq'))

type Found = Pick<
  IntersectionObserverEntry,
  'intersectionRatio' | 'intersectionRect' | 'isIntersecting' | 'rootBounds'
>

/**
 * Requires an observer with VIEW_THRESHOLDS. `scrollerPx` is the height of the scroll container, if there is
 * one.
 */
export function isInView(
  { intersectionRatio, intersectionRect, isIntersecting, rootBounds }: Found,
  scrollerPx = Number.POSITIVE_INFINITY,
): boolean {
  // A hidden scroll container has no height, which any item would fill.
  if (!isIntersecting) return false
  const shownPx = Math.min(rootBounds?.height ?? window.innerHeight, scrollerPx)
  return intersectionRatio >= VISIBLE_RATIO || intersectionRect.height >= VISIBLE_RATIO * shownPx
}

function withObservations(before: CardVisibility, entries: IntersectionObserverEntry[]): CardVisibility {
  const next = {
    shownSeqs: new Set(before.shownSeqs),
    unshownSeqs: new Set(before.unshownSeqs),
    visibleSeqs: new Set(before.visibleSeqs),
  }
  for (const entry of entries) {
    const seq = seqOf(entry.target)
    if (isInView(entry)) next.shownSeqs.add(seq)
    if (next.shownSeqs.has(seq)) next.unshownSeqs.delete(seq)
    else next.unshownSeqs.add(seq)
    if (entry.isIntersecting) next.visibleSeqs.add(seq)
    else next.visibleSeqs.delete(seq)
  }
  return next
}

/** The page header and the room header cover this much of the top, in pixels. */
const COVERED_ABOVE_PX = 117
/** The page header alone, in a low window. */
const COVERED_IN_LOW_WINDOW_PX = 48
/** The room header and the bottom bar of a phone. */
const COVERED_ON_PHONE_PX = { above: 56, below: 57 }

/** `rootMargin` that excludes the bars. Updated when the height of the sticky footer changes. */
function useViewportMargin(list: RefObject<HTMLElement | null>, hasList: boolean): string {
  const [below, setBelow] = useState(0)
  const isLow = useMediaQuery(LOW_WINDOW)
  const isPhone = useMediaQuery(PHONE)

  useEffect(() => {
    const footer = list.current?.nextElementSibling
    if (!hasList || !(footer instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => setBelow(footer.offsetHeight))
    observer.observe(footer)
    return () => observer.disconnect()
  }, [list, hasList])

  if (isLow) return `-${COVERED_IN_LOW_WINDOW_PX}px 0px 0px`
  if (isPhone) return `-${COVERED_ON_PHONE_PX.above}px 0px -${COVERED_ON_PHONE_PX.below}px`
  return `-${COVERED_ABOVE_PX}px 0px -${below}px`
}
