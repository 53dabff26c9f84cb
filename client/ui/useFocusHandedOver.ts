import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Calls back when the element that is given the result goes while the focus is in it. */
export function useFocusHandedOver<Part extends HTMLElement>(
  onFocusLost: () => void,
): RefObject<Part | null> {
  const element = useRef<Part>(null)
  const callback = useRef(onFocusLost)
  useLayoutEffect(() => {
    callback.current = onFocusLost
  })
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (own?.contains(document.activeElement)) callback.current()
    }
  }, [])
  return element
}
