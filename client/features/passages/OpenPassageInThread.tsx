import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { isEditable } from '#client/platform/browser/keyboard.ts'
import { PassageConversation } from './PassageConversation.tsx'
import { focusMark } from './passageMark.ts'
import { openedByQuote, restoreFocus } from './useOpenPassage.ts'

type OpenPassageProps = ComponentProps<typeof PassageConversation> & { onClose: () => void }

/** The open passage in place of the comments beside the note. Esc and Back close it and return the focus. */
export function OpenPassageInThread({ onClose, ...conversation }: OpenPassageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = conversation.group

  useEffect(() => {
    if (isEditable(document.activeElement)) return
    // A quote leads to its passage in the text, everything else to the conversation.
    if (!(openedByQuote() && focusMark(key))) heading.current?.focus({ preventScroll: true })
  }, [key])

  const lastKey = useRef(key)
  useEffect(() => {
    lastKey.current = key
  }, [key])
  useEffect(
    () => () => {
      if (!isEditable(document.activeElement)) requestAnimationFrame(() => restoreFocus(lastKey.current))
    },
    [],
  )

  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isEditable(event.target)) return
    if (document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    onClose()
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => closeByKey(event), listening)
    return () => listening.abort()
  }, [])

  return (
    <div className="passage-conversation">
      <PassageConversation {...conversation} headingRef={heading} onClose={onClose} />
    </div>
  )
}
