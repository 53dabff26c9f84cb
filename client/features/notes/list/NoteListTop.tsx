import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { RenameTopic } from '#client/features/topics/RenameTopic.tsx'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { NotePage } from '#protocol/notes.ts'
import { BackToTopicsLink } from './BackToTopicsLink.tsx'
import { DeleteTopic } from './DeleteTopic.tsx'
import { NewNoteLink } from './NewNoteLink.tsx'
import { NoteTools } from './NoteTools.tsx'
import type { RowSelection } from './useSelection.ts'

interface NoteListTopProps {
  topicNo: number
  /** What is known of the topic; undefined while it is on its way. */
  page: NotePage | undefined
  selection: RowSelection
  isInWorkspace: boolean
}

/** The topic's name, and what can be done with the topic and its list. */
export function NoteListTop({ topicNo, page, selection, isInWorkspace }: NoteListTopProps) {
  const [isRenaming, setRenaming] = useState(false)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const { selectedTopicNo, selectedTopicTitle } = useAtomValue(topicListAtom)
  const remembered = selectedTopicNo === topicNo ? selectedTopicTitle : t('topics.title')

  return (
    <div className="note-list__top">
      <div className="note-list__head">
        <ScreenTitle title={page?.subjectTitle ?? remembered} hidden={isRenaming} />
        {isRenaming && page && (
          <RenameTopic topicNo={topicNo} title={page.subjectTitle} onDone={() => setRenaming(false)} />
        )}
        {page && (
          <Button
            hidden={isRenaming}
            kind="quiet"
            className="note-list__rename"
            aria-label={t('common.rename')}
            onClick={() => setRenaming(true)}
          >
            <ToolIcon name="pen" />
          </Button>
        )}
        {page && !isRenaming && (
          <p className="note-list__count">{t('topics.noteCount', { count: page.noteCount })}</p>
        )}
      </div>
      <div className="note-list__actions">
        {!isInWorkspace && <BackToTopicsLink />}
        <Button
          kind="quiet-danger"
          disabled={!page}
          aria-expanded={asksToDelete}
          onClick={() => setAsksToDelete(true)}
        >
          {t('notes.deleteTopic')}
        </Button>
        <NewNoteLink topicNo={topicNo} />
      </div>
      {asksToDelete && page && (
        <DeleteTopic
          topicNo={topicNo}
          title={page.subjectTitle}
          noteCount={page.noteCount}
          onCancel={() => setAsksToDelete(false)}
        />
      )}
      <NoteTools selection={page && page.noteCount > 0 ? selection : undefined} />
    </div>
  )
}
