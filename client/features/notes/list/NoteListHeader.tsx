import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { RenameTopic } from '#client/features/topics/TopicForms.tsx'
import { useDeleteTopic } from '#client/features/topics/topics.queries.ts'
import { deletedTopicsAtom, topicListAtom } from '#client/features/topics/topics.state.ts'
import { useRestoreTopic } from '#client/features/trash/trash.restore.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/navigation.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ChoiceSelect } from '#client/ui/ListFilters.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { TRASH_KEPT_DAYS } from '#protocol/limits.ts'
import type { NoteOrder, NotePage } from '#protocol/notes.ts'
import { useNoteOrder } from './noteList.state.ts'
import type { RowSelection } from './SelectionBar.tsx'

interface NoteListHeaderProps {
  topicNo: number
  /** Undefined while the first page is loading. */
  page: NotePage | undefined
  selection: RowSelection
  isInWorkspace: boolean
}

/** The topic's title with the actions for the topic and its list. */
export function NoteListHeader({ topicNo, page, selection, isInWorkspace }: NoteListHeaderProps) {
  const [isRenaming, setRenaming] = useState(false)
  const [isConfirmingDeletion, setConfirmingDeletion] = useState(false)
  const { selectedTopicNo, selectedTopicTitle } = useAtomValue(topicListAtom)
  const knownTitle = selectedTopicNo === topicNo ? selectedTopicTitle : t('topics.title')

  return (
    <div className="note-list__header">
      <div className="note-list__title-row">
        <ScreenTitle title={page?.subjectTitle ?? knownTitle} hidden={isRenaming} />
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
          aria-expanded={isConfirmingDeletion}
          onClick={() => setConfirmingDeletion(true)}
        >
          {t('notes.deleteTopic')}
        </Button>
        <NewNoteLink topicNo={topicNo} />
      </div>
      {isConfirmingDeletion && page && (
        <DeleteTopic
          topicNo={topicNo}
          title={page.subjectTitle}
          noteCount={page.noteCount}
          onCancel={() => setConfirmingDeletion(false)}
        />
      )}
      <NoteListTools selection={page && page.noteCount > 0 ? selection : undefined} />
    </div>
  )
}

interface DeleteTopicProps {
  topicNo: number
  title: string
  noteCount: number
  onCancel: () => void
}

/** Confirms and deletes the topic, then opens the list of topics, where a toast offers to undo it. */
function DeleteTopic({ topicNo, title, noteCount, onCancel }: DeleteTopicProps) {
  const navigate = useNavigate()
  const { curPageNo } = useAtomValue(topicListAtom)
  const setDeletedTopics = useSetAtom(deletedTopicsAtom)
  const { showDeletedToast } = useRestoreTopic()
  const deletion = useDeleteTopic(({ since }, deleted) => {
    setDeletedTopics(topicNos => new Set([...topicNos, deleted.topicNo]))
    showDeletedToast(deleted, { noteCount: deleted.noteCount, since })
  })

  function remove() {
    // `noteCount` is the count at this moment: refetches lower it while the server deletes the notes one by one.
    deletion.mutate(
      { topicNo, title, noteCount },
      { onSuccess: ifStillHere(() => void navigate(paths.topicsPage(curPageNo), { replace: true })) },
    )
  }

  return (
    <div>
      <Confirm
        question={t('notes.deleteTopicAsk')}
        detail={noteCount > 0 && t('notes.deleteTopicCount', { count: noteCount, days: TRASH_KEPT_DAYS })}
        confirmLabel={t('common.delete')}
        busy={deletion.isPending}
        onConfirm={remove}
        onCancel={onCancel}
      />
      {deletion.isError && <Message kind="error">{failureText(deletion.error)}</Message>}
    </div>
  )
}

export function NewNoteLink({ topicNo }: { topicNo: number }) {
  return (
    <ButtonLink kind="primary" to={paths.createNote(topicNo)}>
      <ToolIcon name="pen" />
      {t('notes.write')}
    </ButtonLink>
  )
}

/** Links to the page of topics that was open last. */
export function BackToTopicsLink() {
  const { curPageNo } = useAtomValue(topicListAtom)
  return (
    <ButtonLink kind="quiet" to={paths.topicsPage(curPageNo)}>
      <Icon name="back" />
      {t('notes.topicList')}
    </ButtonLink>
  )
}

const orders = (): Record<NoteOrder, string> => ({
  changed: t('notes.orderChanged'),
  created: t('notes.orderCreated'),
  title: t('notes.orderTitle'),
})

/** The sort order and, for a list with notes, the button that starts a selection. */
export function NoteListTools({ selection }: { selection?: RowSelection | undefined }) {
  const [order, choose] = useNoteOrder()
  return (
    <div className="note-tools">
      <ChoiceSelect label={t('notes.order')} choices={orders()} chosen={order} onChoose={choose} />
      {selection && (
        <Button
          kind="quiet"
          aria-pressed={selection.isOn}
          onClick={() => (selection.isOn ? selection.end() : selection.begin())}
        >
          {t('notes.select')}
        </Button>
      )}
    </div>
  )
}
