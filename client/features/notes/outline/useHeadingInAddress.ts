import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { leadTo } from '#client/platform/browser/leadTo.ts'

/** Leads to the heading that the address names, once for each time it is gone to and as soon as the note is drawn. */
export function useHeadingInAddress(isDrawn: boolean): void {
  const { key, hash } = useLocation()
  const led = useRef<string>(undefined)

  useEffect(() => {
    if (!isDrawn || hash === '' || led.current === key) return
    led.current = key
    leadTo(decoded(hash.slice(1)))
  }, [isDrawn, hash, key])
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
