import { useSetAtom } from 'jotai'
import { useRestoreTopic } from '#client/features/trash/trash.restore.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/navigation.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TRASH_KEPT_DAYS } from '#protocol/limits.ts'
import { useDeleteTopic } from './topics.queries.ts'
import { deletedTopicsAtom } from './topics.state.ts'

interface DeleteTopicProps {
  topicNo: number
  title: string
  /** Undefined for a topic that is not on the loaded page. */
  noteCount: number | undefined
  onDeleted: () => void
  onCancel: () => void
}

/** Confirms and deletes the topic. A toast offers to undo it. */
export function DeleteTopic({ topicNo, title, noteCount, onDeleted, onCancel }: DeleteTopicProps) {
  const setDeletedTopics = useSetAtom(deletedTopicsAtom)
  const { showDeletedToast } = useRestoreTopic()
  const deletion = useDeleteTopic(({ since }, deleted) => {
    setDeletedTopics(topicNos => new Set([...topicNos, deleted.topicNo]))
    showDeletedToast(deleted, { noteCount: deleted.noteCount, since })
  })

  // `noteCount` is the count at this moment: refetches lower it while the server deletes the notes one by one.
  function remove() {
    const leave = ifStillHere(onDeleted)
    // Mutation callbacks do not run after unmount, so use the promise: the screen may show first that the topic is gone.
    deletion.mutateAsync({ topicNo, title, noteCount }).then(leave, () => undefined)
  }

  return (
    <Confirm
      question={t('notes.deleteTopicAsk')}
      detail={
        <>
          {!!noteCount && <p>{t('notes.deleteTopicCount', { count: noteCount, days: TRASH_KEPT_DAYS })}</p>}
          {deletion.isError && <Message kind="error">{failureText(deletion.error)}</Message>}
        </>
      }
      confirmLabel={t('common.delete')}
      busy={deletion.isPending}
      onConfirm={remove}
      onCancel={onCancel}
    />
  )
}
