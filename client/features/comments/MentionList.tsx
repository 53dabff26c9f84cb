import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { canBeMention, type Named } from '#protocol/comments.ts'
import { USERNAME_MAX } from '#protocol/limits.ts'
import { searchTextOf, typingPattern } from '#protocol/searchText.ts'

interface MentionListProps {
  /** Id of the list and prefix of the row ids. */
  id: string
  choices: readonly PersonView[]
  /** Index of the option that Enter inserts. */
  active: number
  onChoose: (person: PersonView) => void
}

/** The suggestions of the mention completion. The focus stays in the box. */
export function MentionList({ id, choices, active, onChoose }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={list} className="mention-list" id={id} role="listbox" aria-label={t('comments.whom')}>
      {choices.map((person, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focused comment box handles the keys
        <div
          key={person.userNo}
          id={mentionRowId(id, place)}
          className="mention-list__row"
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          // Keep the focus in the comment box.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar
            size="grouped"
            person={{ userNo: person.userNo, name: person.userName, picture: person.profPic || null }}
          />
          {person.userName}
        </div>
      ))}
    </div>
  )
}

const mentionRowId = (listId: string, place: number) => `${listId}-${place}`

/**
 * Completes mentions while they are typed: ↑ ↓ move, Enter and Tab insert, Esc closes. Ignores keys during a
 * composition.
 */
export function useMentionCompletion(
  box: RefObject<HTMLTextAreaElement | null>,
  people: readonly PersonView[],
) {
  const listId = useId()
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const [active, setActive] = useState(0)
  /** Start of the mention whose suggestions the user closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const found = typed === null || typed.start === closedAt ? [] : suggestMentions(typed.query, people)
  // The name is complete.
  const choices = found.length === 1 && found[0]?.userName === typed?.query ? [] : found
  const isOpen = choices.length > 0

  function update() {
    const area = box.current
    if (area === null) return
    const isRange = area.selectionStart !== area.selectionEnd
    const next = isRange ? null : mentionAt(area.value, area.selectionStart)
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
    // `execCommand` keeps the browser's undo history.
    if (!document.execCommand('insertText', false, `@${userName} `)) {
      area.setRangeText(`@${userName} `, typed.start, typed.end, 'end')
      area.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    setClosedAt(typed.start)
  }

  /** Returns whether it handled the key. */
  function handleKeyDown(event: KeyboardEvent): boolean {
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
    handleKeyDown,
    /** Call it when the text or the caret may have changed. */
    update,
    close: () => setTyped(null),
    /** ARIA attributes of the comment box. */
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? mentionRowId(listId, active) : undefined,
    },
  }
}

const CHOICES_MAX = 5

/** A mention that is being typed, from its '@' to the caret. */
interface TypedMention {
  start: number
  end: number
  query: string
}

/** The unfinished mention at the caret, if there is one. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const before = text.slice(0, caret)
  const line = before.lastIndexOf('\n') + 1
  const start = before.lastIndexOf('@')
  if (start < line || caret - start - 1 > USERNAME_MAX || !canBeMention(text, start)) return null
  const query = before.slice(start + 1)
  return query.startsWith(' ') ? null : { start, end: caret, query }
}

/**
 * Members whose names match the query by syllables or initial consonants, also while the last syllable is
 * unfinished. Names that begin with the query come first.
 */
export function suggestMentions<Person extends Named>(query: string, people: readonly Person[]): Person[] {
  const pattern = typingPattern(query)
  return people
    .flatMap(person => {
      const found = searchTextOf(person.userName).search(pattern)
      return found < 0 ? [] : [{ person, isPrefix: found === 0 }]
    })
    .sort((a, b) => Number(b.isPrefix) - Number(a.isPrefix))
    .slice(0, CHOICES_MAX)
    .map(({ person }) => person)
}
