import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Calls `onFocusLost` when the element with the returned ref is unmounted while the focus is in it. */
export function useOnFocusLost<Target extends HTMLElement>(
  onFocusLost: () => void,
): RefObject<Target | null> {
  const element = useRef<Target>(null)
  const callback = useRef(onFocusLost)
  useLayoutEffect(() => {
    callback.current = onFocusLost
  })
  useLayoutEffect(() => {
    const node = element.current
    return () => {
      if (node?.contains(document.activeElement)) callback.current()
    }
  }, [])
  return element
}
