import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { noteSearchQuery } from '#client/features/notes/notes.queries.ts'
import { HighlightedLine } from '#client/features/search/ChoiceList.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { useCorrectedPage, usePageParameter } from '#client/platform/router/navigation.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { NOTE_SEARCH_RESULTS_MAX, SEARCH_QUERY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import {
  type MarkedLine,
  type MarkedText,
  type NoteSearchResult,
  searchQueryField,
} from '#protocol/search.ts'
import { NoteTime } from './NoteMeta.tsx'
import './noteList.css'
import '#client/ui/listRow.css'

/** The search field of the notes. An empty query returns to all topics. */
export function SearchBox({ query }: { query: string }) {
  const [typed, setTyped] = useState(query)
  const [lastQuery, setLastQuery] = useState(query)
  if (query !== lastQuery) {
    setLastQuery(query)
    setTyped(query)
  }
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isTooLong = textLength(typed.trim()) > SEARCH_QUERY_MAX

  function search(event: FormEvent) {
    event.preventDefault()
    const parsed = searchQueryField.safeParse(typed)
    if (parsed.success) void navigate(paths.foundNotes(parsed.data))
    else if (isTooLong) field.current?.focus()
    else if (query !== '') void navigate(paths.topics)
    else field.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: some supported browsers have no `search` element
    <form className="search" role="search" onSubmit={search} noValidate>
      <TextField
        ref={field}
        type="search"
        label={t('notes.find')}
        hideLabel
        placeholder={t('notes.findPlaceholder')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        enterKeyHint="search"
        error={isTooLong ? t('notes.findQuery') : undefined}
      />
      <Button type="submit">{t('notes.findButton')}</Button>
    </form>
  )
}

const SKELETON_ROWS = 4
const SEARCH_ROW_PX = 88

/** The user's own and shared notes that match the query. */
export function NoteSearchResults({ query, isInWorkspace }: { query: string; isInWorkspace: boolean }) {
  const { page, goToPage } = usePageParameter()
  const results = useQuery(noteSearchQuery(query, page))
  useCorrectedPage(results.isPlaceholderData ? undefined : results.data?.pageIndex)
  const count = results.data?.noteCount ?? 0

  return (
    <>
      <div className="note-search__header">
        {!isInWorkspace && (
          <ButtonLink kind="quiet" to={paths.topics}>
            <Icon name="back" />
            {t('notes.topicList')}
          </ButtonLink>
        )}
        <Message>{count > 0 && t('notes.found', { query, count })}</Message>
      </div>
      {results.isPending && <SkeletonRows rows={SKELETON_ROWS} height={SEARCH_ROW_PX} />}
      <LoadFailure query={results} />
      {results.data && count === 0 && (
        <EmptyState drawing="search">{t('notes.foundNone', { query })}</EmptyState>
      )}
      {results.data && count > 0 && (
        <>
          <NoteSearchRows notes={results.data.notes} isWaiting={results.isPlaceholderData} />
          {count >= NOTE_SEARCH_RESULTS_MAX && (
            <p className="note-search__limit">{t('notes.foundMany', { count: NOTE_SEARCH_RESULTS_MAX })}</p>
          )}
          <PageIndex index={results.data.pageIndex} onGo={goToPage} />
        </>
      )}
    </>
  )
}

interface NoteSearchRowsProps {
  notes: NoteSearchResult[]
  /** Another page is loading. */
  isWaiting: boolean
}

function NoteSearchRows({ notes, isWaiting }: NoteSearchRowsProps) {
  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul>
        {notes.map(({ noteNo, hubNo, title, excerpt, marks, author, isAuthor, subjectTitle, lastUpdate }) => (
          <li className="list-row" key={noteNo}>
            <div className="list-row__text">
              <h2 className="list-row__title" dir="auto">
                <Link
                  className="list-row__link note-search__link"
                  to={hubNo === null ? paths.note(noteNo) : paths.noteInHub(noteNo, hubNo)}
                >
                  <HighlightedLine line={marks?.title ?? markedLineOf(title)} hit="note-search__hit" />
                </Link>
              </h2>
              <p className="note-search__excerpt" dir="auto">
                <HighlightedLine line={marks?.excerpt ?? markedLineOf(excerpt)} hit="note-search__hit" />
              </p>
              <p className="list-row__meta">
                <NoteTime at={lastUpdate} />
                <span dir="auto">{subjectTitle}</span>
                {!isAuthor && <bdi>{author}</bdi>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Nodes of the previous release send this format. */
function markedLineOf({ before, hit, after }: MarkedText): MarkedLine {
  const parts = [
    { text: before, isHit: false },
    { text: hit, isHit: true },
    { text: after, isHit: false },
  ]
  return parts.filter(({ text }) => text !== '')
}
