import { Fragment, useId } from 'react'
import type { RowSelection } from '#client/features/notes/list/useSelection.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import type { TrashedNoteView, TrashPage } from '#protocol/trash.ts'
import { TrashRow } from './TrashRow.tsx'
import { useRestoringTopic } from './useRestoringTopic.ts'

interface TrashRowsProps {
  page: TrashPage
  selection: RowSelection
  /** The rows of another page are on their way. */
  isWaiting: boolean
}

/** A page of deleted notes. Above the first of several of one topic stands what brings all of them back. */
export function TrashRows({ page: { notes, topics = [] }, selection, isWaiting }: TrashRowsProps) {
  const countOf = (topicNo: number | undefined) =>
    topics.find(topic => topic.topicNo === topicNo)?.noteCount ?? 0
  const isFirst = ({ topicNo }: TrashedNoteView, place: number) =>
    notes.findIndex(note => note.topicNo === topicNo) === place

  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul {...selection.watch}>
        {notes.map((note, place) => (
          <Fragment key={note.noteNo}>
            {note.topicNo !== undefined && countOf(note.topicNo) > 1 && isFirst(note, place) && (
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
  const { restore, isRestoring } = useRestoringTopic()
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
