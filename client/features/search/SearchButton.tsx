import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { SearchDialog } from './SearchDialog.tsx'
import { SearchResultIcon } from './SearchResultIcon.tsx'
import './searchButton.css'

/** Opens the dialog that finds everything, as Ctrl+K, or ⌘+K, does from anywhere. For members. */
export function SearchButton() {
  const [open, setOpen] = useState(false)

  const receive = useEffectEvent((event: KeyboardEvent) => {
    // In the editor it makes a link of what is selected; and what asks a question waits for its answer.
    if (!isSearchShortcut(event) || event.defaultPrevented || document.querySelector('dialog[open]')) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => receive(event), listening)
    return () => listening.abort()
  }, [])

  return (
    <>
      <Button
        kind="quiet"
        className="search-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <SearchResultIcon name="find" />
        <span className="search-button__name">{t('search.open')}</span>
        <span className="search-button__keys" aria-hidden="true">
          Ctrl K
        </span>
      </Button>
      <SearchDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** The key's place counts, which under a Hangul keyboard writes ㅏ. */
function isSearchShortcut(event: KeyboardEvent): boolean {
  return event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
}
