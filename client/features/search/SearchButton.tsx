import { useEffect, useEffectEvent, useState } from 'react'
import { Queries } from '#client/platform/calls/queryClient.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { useModal } from '#client/ui/Dialog.tsx'
import { slideOut, useSheetDrag } from '#client/ui/sheet.ts'
import { SearchResultIcon } from './ChoiceList.tsx'
import { SearchPanel } from './SearchPanel.tsx'
import './search.css'

/** Opens the search dialog; so does Ctrl+K or ⌘+K anywhere. For members. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // In the editor Ctrl+K inserts a link. Do not open over another dialog.
    if (!isSearchShortcut(event) || event.defaultPrevented || document.querySelector('dialog[open]')) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const abortController = new AbortController()
    document.addEventListener('keydown', event => handleKeyDown(event), abortController)
    return () => abortController.abort()
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
      <SearchDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Compares the key code: on a Hangul layout the key types ㅏ. */
function isSearchShortcut(event: KeyboardEvent): boolean {
  return event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
}

interface SearchDialogProps {
  open: boolean
  onClose: () => void
}

/** Also opened by the bar of a note, which replaces the header on phones. */
export function SearchDialog({ open: isOpen, onClose }: SearchDialogProps) {
  const modal = useModal(isOpen, close)
  useSheetDrag(modal.ref, isOpen, close)

  function close() {
    slideOut(modal.ref.current, onClose)
  }

  return (
    <dialog className="search-dialog" aria-label={t('search.name')} {...modal}>
      {isOpen && (
        <Queries>
          <SearchPanel onClose={onClose} />
        </Queries>
      )}
    </dialog>
  )
}
