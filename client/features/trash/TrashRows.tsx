import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import type { RowSelection } from '#client/features/notes/list/SelectionBar.tsx'
import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import { useOnFocusLost } from '#client/platform/browser/focus.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { decodeText } from '#protocol/encoding.ts'
import { TRASH_KEPT_MS } from '#protocol/limits.ts'
import type { TrashedNoteView, TrashPage } from '#protocol/trash.ts'
import { trashedNoteQuery, usePurge } from './trash.queries.ts'
import { useRestoreNotes, useRestoreTopic } from './trash.restore.ts'
import '#client/ui/Checkbox.css'

interface TrashRowsProps {
  page: TrashPage
  selection: RowSelection
  /** Another page is loading. */
  isWaiting: boolean
}

/** A page of deleted notes. A row that restores the whole topic precedes the first of several notes of one topic. */
export function TrashRows({ page: { notes, topics = [] }, selection, isWaiting }: TrashRowsProps) {
  const countOf = (topicNo: number | undefined) =>
    topics.find(topic => topic.topicNo === topicNo)?.noteCount ?? 0
  const isFirst = ({ topicNo }: TrashedNoteView, index: number) =>
    notes.findIndex(note => note.topicNo === topicNo) === index

  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul {...selection.shiftKeyHandlers}>
        {notes.map((note, index) => (
          <Fragment key={note.noteNo}>
            {note.topicNo !== undefined && countOf(note.topicNo) > 1 && isFirst(note, index) && (
              <TopicRow
                topic={{ topicNo: note.topicNo, title: note.subjectTitle || t('trash.untitledTopic') }}
                count={countOf(note.topicNo)}
              />
            )}
            <TrashRow note={note} selection={selection} />
          </Fragment>
        ))}
      </ul>
    </Card>
  )
}

function TopicRow({ topic, count }: { topic: { topicNo: number; title: string }; count: number }) {
  const { restore, isRestoring } = useRestoreTopic()
  const aboutId = useId()
  return (
    <li className="list-row trash__topic">
      <p className="list-row__text" id={aboutId}>
        {t('trash.ofTopic', { topic: topic.title, count })}
      </p>
      <Button kind="quiet" aria-describedby={aboutId} busy={isRestoring} onClick={() => void restore(topic)}>
        {t('trash.restoreTopic')}
      </Button>
    </li>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000
const HIGHLIGHTED_LAST_DAYS = 3

/** A deleted note with its remaining days and actions. A click on the title shows its text. */
function TrashRow({ note, selection }: { note: TrashedNoteView; selection: RowSelection }) {
  const [openPanel, setOpenPanel] = useState<'text' | 'purge' | null>(null)
  const { restore, isRestoring } = useRestoreNotes()
  const purge = usePurge()
  const row = useOnFocusLost<HTMLLIElement>(() => adjacentTitle(row.current)?.focus())

  return (
    <li ref={row} className="list-row trash__row">
      {selection.isOn && (
        <input
          type="checkbox"
          className="checkbox__box"
          aria-label={note.title}
          checked={selection.noteNos.has(note.noteNo)}
          onChange={() => selection.toggle(note.noteNo)}
        />
      )}
      <div className="list-row__text">
        <h2 className="list-row__title" dir="auto">
          <button
            type="button"
            className="trash__title"
            aria-expanded={openPanel === 'text'}
            onClick={() => setOpenPanel(openPanel === 'text' ? null : 'text')}
          >
            {note.title}
          </button>
        </h2>
        <p className="list-row__meta">
          <span>{t('trash.from', { topic: note.subjectTitle })}</span>
          {note.partCount && <span>{t('series.partCount', { count: note.partCount })}</span>}
          {note.isPart && <span>{t('trash.part')}</span>}
          <RemainingDays deletedAt={note.deletedAt} />
        </p>
      </div>
      <div className="trash__row-actions" hidden={selection.isOn}>
        <Button busy={isRestoring} onClick={() => void restore([note])}>
          {t('trash.restore')}
        </Button>
        <ActionMenu
          label={t('notes.more', { title: note.title })}
          actions={[
            { label: t('trash.purge'), icon: 'trash', isDangerous: true, run: () => setOpenPanel('purge') },
          ]}
        />
      </div>
      {openPanel === 'text' && <TrashedText noteNo={note.noteNo} />}
      {openPanel === 'purge' && (
        <div className="trash__full-width">
          <Confirm
            question={t('trash.purgeAsk')}
            confirmLabel={t('trash.purge')}
            busy={purge.isPending}
            onConfirm={() => purge.mutate([note.noteNo])}
            onCancel={() => setOpenPanel(null)}
          />
          {purge.isError && <Message kind="error">{failureText(purge.error)}</Message>}
        </div>
      )}
    </li>
  )
}

/** The title of the next row, or of the previous one after the last row. */
function adjacentTitle(row: HTMLElement | null): HTMLElement | undefined {
  const titles = [...(row?.parentElement?.querySelectorAll<HTMLElement>('.trash__title') ?? [])]
  const index = titles.findIndex(title => row?.contains(title))
  return titles[index + 1] ?? titles[index - 1]
}

function TrashedText({ noteNo }: { noteNo: number }) {
  const note = useQuery(trashedNoteQuery(noteNo))
  return (
    <div className="trash__full-width trash__text">
      {note.isPending && <SkeletonRows rows={1} height={96} />}
      <LoadFailure query={note} title={t('notes.loadFailed')} />
      {note.data && note.data.length === 0 && <p>{t('notes.bodyEmpty')}</p>}
      {note.data && note.data.length > 0 && <LazyMarkdown text={decodeText(note.data.text)} isOwnText />}
    </div>
  )
}

function RemainingDays({ deletedAt }: { deletedAt: string }) {
  const remainingMs = new Date(deletedAt).getTime() + TRASH_KEPT_MS - Date.now()
  const days = Math.ceil(remainingMs / DAY_MS)
  return (
    <span className={days > HIGHLIGHTED_LAST_DAYS ? undefined : 'trash__expiring'}>
      {days > 1 ? t('trash.daysLeft', { count: days }) : t('trash.lastDay')}
    </span>
  )
}
