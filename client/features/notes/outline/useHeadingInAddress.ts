import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { decodeFragment } from '#client/platform/browser/decodeFragment.ts'
import { leadTo } from '#client/platform/browser/leadTo.ts'
import { returnToLink } from './useOpenInApp.ts'

/**
 * Leads to the heading that the address names, once for each time it is gone to and as soon as the note is drawn. The outline,
 * which is there before that, may have named another one by then.
 */
export function useHeadingInAddress(isDrawn: boolean): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const led = useRef<string>(undefined)

  useEffect(() => {
    if (!isDrawn || led.current === key) return
    led.current = key
    if (type === 'POP' && returnToLink(key)) return
    const { hash } = window.location
    if (hash !== '') leadTo(decodeFragment(hash.slice(1)))
  }, [isDrawn, key, type])
}
