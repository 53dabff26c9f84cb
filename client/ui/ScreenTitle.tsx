import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { consumeHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { titlePrefixAtom } from '#client/platform/browser/screenTitle.ts'
import { t } from '#client/platform/language/language.ts'
import { bidiIsolate } from '#protocol/text/index.ts'
import './ScreenTitle.css'

interface ScreenTitleProps {
  /** Also the title of the tab. */
  title: string
  /** Only screen readers get the heading. */
  hidden?: boolean
  /** Shown instead of the title. */
  children?: ReactNode
}

/** The `h1` of a screen. It sets the title of the tab, and gets the focus after a navigation, so that screen readers start there. */
export function ScreenTitle({ title, hidden = false, children }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const prefix = useAtomValue(titlePrefixAtom)
  const tabTitle = `${prefix}${bidiIsolate(title)} · ${t('common.appName')}`

  useEffect(() => {
    document.title = tabTitle
  }, [tabTitle])

  useEffect(() => {
    if (consumeHeadingFocus()) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} className={hidden ? 'visually-hidden' : 'screen-title'} tabIndex={-1} dir="auto">
      {children ?? title}
    </h1>
  )
}
