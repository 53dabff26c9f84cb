import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { takeArrival } from '#client/platform/browser/navigationFocus.ts'
import { titleMarkAtom } from '#client/platform/browser/titleMark.ts'
import { t } from '#client/platform/language/language.ts'
import { bidiIsolate } from '#protocol/text/bidiIsolate.ts'
import './ScreenTitle.css'

interface ScreenTitleProps {
  /** The words, also those of the browser's tab. */
  title: string
  /** The heading is read out but not seen. */
  hidden?: boolean
  /** What the eye sees in place of the bare words. */
  children?: ReactNode
}

/** The one `h1` of a screen: names the tab, and is where a screen reader begins after moving here. */
export function ScreenTitle({ title, hidden = false, children }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const mark = useAtomValue(titleMarkAtom)
  const tabTitle = `${mark}${bidiIsolate(title)} · ${t('common.appName')}`

  useEffect(() => {
    document.title = tabTitle
  }, [tabTitle])

  useEffect(() => {
    if (takeArrival()) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} className={hidden ? 'visually-hidden' : 'screen-title'} tabIndex={-1} dir="auto">
      {children ?? title}
    </h1>
  )
}
