import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

interface ChangeSteps {
  count: number
  /** Which one was led to last, from 1; 0 before the first. */
  at: number
  step: (by: 1 | -1) => void
}

/**
 * Leads from one change to the next in a difference that is drawn within `box`; so do F7 and Shift+F7, as elsewhere.
 * `shown`: another one begins anew.
 */
export function useDiffNavigation(box: RefObject<HTMLElement | null>, shown: unknown): ChangeSteps {
  const [count, setCount] = useState(0)
  const [at, setAt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown stands on the page
  useLayoutEffect(() => {
    setCount(changesIn(box.current).length)
    setAt(0)
  }, [box, shown])

  function step(by: 1 | -1) {
    const changes = changesIn(box.current)
    const next = Math.min(Math.max(at + by, 1), changes.length)
    const change = changes[next - 1]
    setAt(next)
    change?.scrollIntoView({ block: 'center' })
    change?.focus({ preventScroll: true })
  }

  const stepByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F7') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', event => stepByKey(event), listening)
    return () => listening.abort()
  }, [])

  return { count, at, step }
}

function changesIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
}
