import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { choicesFor, type Typed, typedAt } from './comments.mentions.ts'
import { mentionRowId } from './MentionList.tsx'

/** Completes names in a box while they are typed: ↑ ↓ choose, Enter and Tab take, Esc closes; none of it within a composition. */
export function useMentioning(box: RefObject<HTMLTextAreaElement | null>, people: readonly PersonView[]) {
  const listId = useId()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [active, setActive] = useState(0)
  /** Where the name begins of which no more is to be proposed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const found = typed === null || typed.start === closedAt ? [] : choicesFor(typed.query, people)
  // Nothing is left to be completed.
  const choices = found.length === 1 && found[0]?.userName === typed?.query ? [] : found
  const isOpen = choices.length > 0

  function look() {
    const area = box.current
    if (area === null) return
    const isRange = area.selectionStart !== area.selectionEnd
    const next = isRange ? null : typedAt(area.value, area.selectionStart)
    if (next?.start === typed?.start && next?.query === typed?.query) return
    if (next?.start !== typed?.start) setClosedAt(null)
    setTyped(next)
    setActive(0)
  }

  function choose({ userName }: Pick<PersonView, 'userName'>) {
    const area = box.current
    if (area === null || typed === null) return
    area.focus()
    area.setSelectionRange(typed.start, typed.end)
    // So that the browser's own undo takes it back.
    if (!document.execCommand('insertText', false, `@${userName} `)) {
      area.setRangeText(`@${userName} `, typed.start, typed.end, 'end')
      area.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    setClosedAt(typed.start)
  }

  /** Gives whether the key was for the list. */
  function press(event: KeyboardEvent): boolean {
    if (!isOpen || isComposing(event) || event.ctrlKey || event.metaKey || event.shiftKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = choices[active]
    if (step !== undefined) setActive((active + step + choices.length) % choices.length)
    else if (event.key === 'Escape') setClosedAt(typed?.start ?? null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
    else return false
    event.preventDefault()
    return true
  }

  return {
    listId,
    choices,
    active,
    choose,
    press,
    /** To be called when the text or the caret may have changed. */
    look,
    close: () => setTyped(null),
    /** Of the box, for those who hear it. */
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? mentionRowId(listId, active) : undefined,
    },
  }
}
