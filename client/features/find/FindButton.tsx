import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { FindDialog } from './FindDialog.tsx'
import { FindIcon } from './FindIcon.tsx'
import './findButton.css'

/** Opens the dialog that finds everything, as Ctrl+K, or ⌘+K, does from anywhere. For members. */
export function FindButton() {
  const [open, setOpen] = useState(false)

  const hear = useEffectEvent((event: KeyboardEvent) => {
    // In the editor it makes a link of what is selected; and what asks a question waits for its answer.
    if (!isFindShortcut(event) || event.defaultPrevented || document.querySelector('dialog[open]')) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => hear(event), listening)
    return () => listening.abort()
  }, [])

  return (
    <>
      <Button
        kind="quiet"
        className="find-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <FindIcon name="find" />
        <span className="find-button__name">{t('find.open')}</span>
        <span className="find-button__keys" aria-hidden="true">
          Ctrl K
        </span>
      </Button>
      <FindDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** The key's place counts, which under a Hangul keyboard writes ㅏ. */
function isFindShortcut(event: KeyboardEvent): boolean {
  return event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
}
