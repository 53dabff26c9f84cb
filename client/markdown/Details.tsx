import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import type { DetailsMeta } from '#protocol/markdown/details.rules.ts'
import { NOT_TEXT } from './textAttribute.ts'
import './formats.css'

interface DetailsProps {
  isOpen: boolean
  dir?: string | undefined
  children?: ReactNode
}

/** Opens and closes by itself; on paper it is open. */
export function Details({ isOpen, dir, children }: DetailsProps) {
  const ref = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const aborter = new AbortController()
    let wasOpen = true
    window.addEventListener(
      'beforeprint',
      () => {
        wasOpen = ref.current?.open ?? true
        if (ref.current) ref.current.open = true
      },
      aborter,
    )
    window.addEventListener(
      'afterprint',
      () => {
        if (ref.current) ref.current.open = wasOpen
      },
      aborter,
    )
    return () => aborter.abort()
  }, [])

  return (
    <details ref={ref} className="md-details" open={isOpen} dir={dir}>
      {children}
    </details>
  )
}

export function Summary({
  hasSummary,
  children,
}: Pick<DetailsMeta, 'hasSummary'> & { children?: ReactNode }) {
  return (
    <summary className="md-summary" dir="auto">
      {hasSummary ? children : <span {...NOT_TEXT}>{t('formats.details')}</span>}
    </summary>
  )
}
