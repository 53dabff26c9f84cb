import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router'
import { useDeleteTopic } from '#client/features/topics/topics.queries.ts'
import { goneTopicsAtom, topicListAtom } from '#client/features/topics/topics.state.ts'
import { useRestoringTopic } from '#client/features/trash/useRestoringTopic.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/ifStillHere.ts'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TRASH_KEPT_DAYS } from '#protocol/limits.ts'

interface DeleteTopicProps {
  topicNo: number
  title: string
  noteCount: number
  onCancel: () => void
}

/** Asks, telling how many notes go to the trash, deletes, leads back to the page of topics that was open, and lets it be undone there. */
export function DeleteTopic({ topicNo, title, noteCount, onCancel }: DeleteTopicProps) {
  const navigate = useNavigate()
  const { curPageNo } = useAtomValue(topicListAtom)
  const setGone = useSetAtom(goneTopicsAtom)
  const { tellDeleted } = useRestoringTopic()
  const deleting = useDeleteTopic(({ since }, deleted) => {
    setGone(gone => new Set([...gone, deleted.topicNo]))
    tellDeleted(deleted, { noteCount: deleted.noteCount, since })
  })

  function remove() {
    // As it is now: the list is fetched again while its notes go one after the other.
    deleting.mutate(
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
        busy={deleting.isPending}
        onConfirm={remove}
        onCancel={onCancel}
      />
      {deleting.isError && <Message kind="error">{failureText(deleting.error)}</Message>}
    </div>
  )
}
