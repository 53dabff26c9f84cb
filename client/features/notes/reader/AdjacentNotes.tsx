import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useNoteOrder } from '#client/features/notes/list/noteList.state.ts'
import { noteKeys, notePageQuery } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { NoteItemView, NotePage } from '#protocol/notes.ts'
import './note.css'

interface AdjacentNotesProps {
  noteNo: number
  topicNo: number
}

/** Links to the previous and the next note in the topic's list. */
export function AdjacentNotes({ noteNo, topicNo }: AdjacentNotesProps) {
  const adjacent = useAdjacentNotes(noteNo, topicNo)
  const { before, after } = adjacent ?? {}
  return (
    <PreviousNextLinks
      isPending={adjacent === undefined}
      label={t('notes.neighbours')}
      before={before && linkTo(before)}
      after={after && linkTo(after)}
    />
  )
}

const linkTo = ({ title, noteNo }: NoteItemView) => ({ title, address: paths.note(noteNo) })

/**
 * The previous and next note as the topic's list was when the note was opened; toggling a task saves the note and moves it to the top.
 * Undefined until both are known. Uses cached pages of the list where possible.
 */
function useAdjacentNotes(noteNo: number, topicNo: number): AdjacentNotePair | undefined {
  const cache = useQueryClient()
  const [order] = useNoteOrder()
  const [result, setResult] = useState<AdjacentNotePair>()
  const [pageNo] = useState(() =>
    cachedPageNo(cache.getQueriesData<NotePage>({ queryKey: noteKeys.ofTopic(topicNo) })),
  )
  const isLoading = result === undefined
  const page = useQuery({ ...notePageQuery(topicNo, pageNo ?? 1, order), enabled: isLoading })
  const position = page.data && positionOn(page.data, noteNo)
  const { pageBefore, pageAfter } = position ?? { pageBefore: null, pageAfter: null }
  const before = useQuery({
    ...notePageQuery(topicNo, pageBefore ?? 1, order),
    enabled: isLoading && pageBefore !== null,
  })
  const after = useQuery({
    ...notePageQuery(topicNo, pageAfter ?? 1, order),
    enabled: isLoading && pageAfter !== null,
  })

  const isKnown =
    position && (pageBefore === null || before.isSuccess) && (pageAfter === null || after.isSuccess)
  if (isLoading && isKnown)
    setResult({
      before: pageBefore === null ? position.before : before.data?.notes.at(-1),
      after: pageAfter === null ? position.after : after.data?.notes[0],
    })
  return result

  function cachedPageNo(pages: [queryKey: readonly unknown[], page: NotePage | undefined][]) {
    const cached = pages.find(
      ([queryKey, one]) => queryKey.at(-1) === order && one && positionOn(one, noteNo),
    )
    return cached?.[1]?.pageIndex.curPageNum
  }
}

interface AdjacentNotePair {
  before: NoteItemView | undefined
  after: NoteItemView | undefined
}

/** The position of a note on a page of its topic's list. */
interface ListPosition extends AdjacentNotePair {
  /** The page of the previous or next note, if the note is the first or last of its own page. */
  pageBefore: number | null
  pageAfter: number | null
}

/** Returns null if the page does not contain the note. */
export function positionOn({ notes, pageIndex }: NotePage, noteNo: number): ListPosition | null {
  const index = notes.findIndex(note => note.noteNo === noteNo)
  if (index === -1) return null
  const { curPageNum, lastPageNum } = pageIndex
  return {
    before: notes[index - 1],
    after: notes[index + 1],
    pageBefore: index === 0 && curPageNum > 1 ? curPageNum - 1 : null,
    pageAfter: index === notes.length - 1 && curPageNum < lastPageNum ? curPageNum + 1 : null,
  }
}

interface AdjacentNote {
  title: string
  address: string
}

interface PreviousNextLinksProps {
  /** Reserves the space of the links. */
  isPending: boolean
  label: string
  before: AdjacentNote | undefined
  after: AdjacentNote | undefined
}

/** Links at the end of a note. */
export function PreviousNextLinks({ isPending, label, before, after }: PreviousNextLinksProps) {
  if (isPending) return <div className="previous-next previous-next--pending no-print" />
  if (!before && !after) return null
  return (
    <nav className="previous-next no-print" aria-label={label}>
      {before && <PreviousNextLink {...before} side="before" />}
      {after && <PreviousNextLink {...after} side="after" />}
    </nav>
  )
}

function PreviousNextLink({ title, address, side }: AdjacentNote & { side: 'before' | 'after' }) {
  const navigate = useNavigate()

  /** Replaces the history entry, so that Back returns to the list after any number of notes. */
  function openNote(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    requestHeadingFocus()
    void navigate(address, { replace: true })
    window.scrollTo(0, 0)
  }

  return (
    <Link className={`previous-next__link previous-next__link--${side}`} to={address} onClick={openNote}>
      <span className="previous-next__direction">
        <Icon name="back" />
        {t(side === 'before' ? 'notes.noteBefore' : 'notes.noteAfter')}
      </span>
      <span className="previous-next__title" dir="auto">
        {title}
      </span>
    </Link>
  )
}
