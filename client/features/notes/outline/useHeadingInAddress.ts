import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { leadTo } from '#client/platform/browser/leadTo.ts'

/**
 * Leads to the heading that the address names, once for each time it is gone to and as soon as the note is drawn. The outline,
 * which is there before that, may have named another one by then.
 */
export function useHeadingInAddress(isDrawn: boolean): void {
  const { key } = useLocation()
  const led = useRef<string>(undefined)

  useEffect(() => {
    if (!isDrawn || led.current === key) return
    led.current = key
    const { hash } = window.location
    if (hash !== '') leadTo(decoded(hash.slice(1)))
  }, [isDrawn, key])
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
