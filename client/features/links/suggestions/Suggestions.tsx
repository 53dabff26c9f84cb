import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import type { HighlightLayer } from '#client/features/notes/editor/text/highlightLayer.ts'
import { readTextarea } from '#client/features/notes/editor/text/textareaEdits.ts'
import { noteQuery } from '#client/features/notes/notes.queries.ts'
import { useTagNames } from '#client/features/tags/tags.queries.ts'
import { t } from '#client/platform/language/language.ts'
import { decodeText } from '#protocol/encoding.ts'
import { type OwnTitle, ownTitlesOf } from '../linkedNotes.ts'
import { useNoteTitles } from '../links.queries.ts'
import {
  headingSourceOf,
  type Suggestion,
  suggestHeadings,
  suggestNotes,
  suggestTags,
} from './suggestions.ts'
import { type TypedReference, typedReferenceAt } from './typedReference.ts'
import { useSuggestionKeys } from './useSuggestionKeys.ts'
import './suggestions.css'

interface SuggestionsProps {
  area: RefObject<HTMLTextAreaElement | null>
  layer: HighlightLayer
  /** In a note of somebody else, only its own headings are suggested. */
  isAuthor: boolean
  /** Edits the text as one step that can be undone, and ends a composition before. */
  run: (command: Command) => boolean
}

/** Suggests notes and headings while a link is typed, and the user's tags while a tag is typed. The focus stays in the text. */
export function Suggestions({ area, layer, isAuthor, run }: SuggestionsProps) {
  const id = useId()
  const [typed, setTyped] = useState<TypedReference | null>(null)
  const [active, setActive] = useState(0)
  /** Where the user has closed the list. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const suggestions = useSuggestions(typed, area, isAuthor)
  // A completely typed title needs no suggestion.
  const isDone =
    typed?.kind === 'link' &&
    typed.to > typed.from + typed.query.length + 2 &&
    suggestions.some(({ insert }) => insert === `[[${typed.query}]]`)
  const isOpen = typed !== null && typed.from !== closedAt && suggestions.length > 0 && !isDone

  function update() {
    const next =
      area.current && area.current === document.activeElement
        ? typedReferenceAt(readTextarea(area.current))
        : null
    if (next?.from === typed?.from && next?.query === typed?.query && next?.to === typed?.to) return
    if (next?.from !== typed?.from) setClosedAt(null)
    if (next?.query !== typed?.query) setActive(0)
    setTyped(next)
  }

  function choose({ insert }: Suggestion) {
    area.current?.focus()
    run(state => {
      const current = typedReferenceAt(state)
      if (current === null) return null
      const at = current.from + insert.length
      return { from: current.from, to: current.to, insert, start: at, end: at }
    })
    setTyped(null)
  }

  useSuggestionKeys(area, {
    isOpen,
    move: step => setActive((active + step + suggestions.length) % suggestions.length),
    close: () => setClosedAt(typed?.from ?? null),
    choose() {
      const chosen = suggestions[active]
      if (chosen) choose(chosen)
      return chosen !== undefined
    },
    update,
    leave: () => setTyped(null),
  })
  useDescription(area, isOpen ? { list: id, row: `${id}-${active}` } : null)

  if (!isOpen) return null
  return (
    <SuggestionList
      {...{ id, suggestions, active, layer }}
      text={area.current?.value ?? ''}
      at={typed.from}
      label={typed.kind === 'tag' ? t('tags.suggestions') : t('links.suggestions')}
      onChoose={choose}
    />
  )
}

/** The rows for what is being typed. */
function useSuggestions(
  typed: TypedReference | null,
  area: RefObject<HTMLTextAreaElement | null>,
  isAuthor: boolean,
): Suggestion[] {
  const reply = useNoteTitles(typed?.kind === 'link' && isAuthor)
  const tags = useTagNames(typed?.kind === 'tag' && isAuthor)
  const titles = useMemo(() => (isAuthor ? ownTitlesOf(reply) : []), [reply, isAuthor])
  const heading = typed?.kind === 'link' ? headingSourceOf(typed.query, titles) : null
  const headings = useHeadings(heading?.source ?? null, area)
  if (typed === null) return []
  if (typed.kind === 'tag') return isAuthor ? suggestTags(typed.query, tags) : []
  const ofHeadings = heading ? suggestHeadings(heading.target, heading.query, headings) : []
  return ofHeadings.length > 0 || heading?.source === 'here' ? ofHeadings : suggestNotes(typed.query, titles)
}

const NONE: readonly string[] = []

/** The headings of an own note, or of the text that is being written. */
function useHeadings(
  source: OwnTitle['noteNo'] | 'here' | null,
  area: RefObject<HTMLTextAreaElement | null>,
) {
  const noteNo = typeof source === 'number' ? source : 0
  const { data } = useQuery({ ...noteQuery(noteNo), enabled: noteNo > 0, refetchOnMount: true })
  const text =
    noteNo > 0 ? data && decodeText(data.text) : source === 'here' ? area.current?.value : undefined
  const [found, setFound] = useState<{ text: string; headings: readonly string[] } | null>(null)
  useEffect(() => {
    if (text === undefined) return
    let isCurrent = true
    void import('./headingsOfText.ts')
      .then(({ headingsOfText }) => isCurrent && setFound({ text, headings: headingsOfText(text) }))
      // Without the parser there are no suggestions.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text])
  return text !== undefined && found?.text === text ? found.headings : NONE
}

/** Names the open list and its active row for screen readers. */
function useDescription(
  area: RefObject<HTMLTextAreaElement | null>,
  open: { list: string; row: string } | null,
): void {
  const [list, row] = [open?.list, open?.row]
  useEffect(() => {
    const element = area.current
    if (element === null || list === undefined || row === undefined) return
    element.setAttribute('aria-autocomplete', 'list')
    element.setAttribute('aria-controls', list)
    element.setAttribute('aria-activedescendant', row)
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        element.removeAttribute(name)
    }
  }, [area, list, row])
}

interface SuggestionListProps {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  layer: HighlightLayer
  text: string
  /** The position in the text below which the list opens. */
  at: number
  label: string
  onChoose: (suggestion: Suggestion) => void
}

function SuggestionList({ id, suggestions, active, layer, text, at, label, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    const place = layer.placeOf(text, at)
    if (element === null || place === undefined) return
    const room = (element.offsetParent?.clientWidth ?? 0) - element.offsetWidth
    element.style.insetInlineStart = `${Math.max(0, Math.min(place.left, room))}px`
    element.style.insetBlockStart = `${place.top}px`
    element.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div className="link-suggestions" translate="no">
      <div ref={list} className="link-suggestions__list" id={id} role="listbox" aria-label={label}>
        {suggestions.map((suggestion, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focused text handles the keys
          <div
            key={suggestion.id}
            id={`${id}-${place}`}
            className="link-suggestions__row"
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            // Keeps the focus in the text, and the keyboard of a phone open.
            onPointerDown={event => event.preventDefault()}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            <span className="link-suggestions__label" dir="auto">
              {suggestion.label}
            </span>
            {suggestion.detail && <span className="link-suggestions__detail">{suggestion.detail}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
