import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useQueryParameters } from '#client/platform/router/navigation.tsx'
import { focusMark } from './passageMark.ts'

/** The element that had the focus when the passage was opened. */
let opener: HTMLElement | null = null

const PASSAGE_KEY = /^\d*:\d+:\d+$/

/**
 * The passage in the address, by its key. Opening one adds a history entry, so that Back closes it; from one passage to the next the
 * entry stays.
 */
export function useOpenPassage() {
  const [query, goTo] = useQueryParameters()
  const navigate = useNavigate()
  const { state } = useLocation()
  const parameter = query.get('passage')
  const openKey = parameter !== null && PASSAGE_KEY.test(parameter) ? parameter : null
  const canGoBack = (state as { opensPassage?: true } | null)?.opensPassage === true

  const open = useCallback(
    (key: string) => {
      if (key === openKey) return
      if (openKey === null && document.activeElement instanceof HTMLElement) opener = document.activeElement
      const next = new URLSearchParams(query)
      next.set('passage', key)
      next.delete('comment')
      const replace = openKey !== null
      goTo(next, { replace, ...((!replace || canGoBack) && { state: { opensPassage: true } }) })
    },
    [openKey, query, goTo, canGoBack],
  )
  const close = useCallback(() => {
    if (openKey === null) return
    const next = new URLSearchParams(query)
    next.delete('passage')
    if (canGoBack) void navigate(-1)
    else goTo(next, { replace: true })
  }, [openKey, query, goTo, canGoBack, navigate])

  return useMemo(() => ({ openKey, open, close }), [openKey, open, close])
}

/** The quote in a comment that opened the passage, if that did. */
export const openedByQuote = () => opener?.matches('[data-passage-quote]') === true

/** Gives the focus back to what had it when the passage was opened, or else to the mark of the passage. */
export function restoreFocus(key: string): void {
  const element = opener
  opener = null
  if (element?.isConnected && element !== document.body) element.focus()
  if (document.activeElement === document.body) focusMark(key)
}
