import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router'
import { useDeleteTopic } from '#client/features/topics/topics.queries.ts'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'

interface DeleteTopicProps {
  topicNo: number
  noteCount: number
  onCancel: () => void
}

/** Asks, telling how many notes go as well, deletes, and leads back to the page of topics that was open. */
export function DeleteTopic({ topicNo, noteCount, onCancel }: DeleteTopicProps) {
  const deleting = useDeleteTopic()
  const navigate = useNavigate()
  const { curPageNo } = useAtomValue(topicListAtom)

  function remove() {
    deleting.mutate(topicNo, {
      onSuccess: () => void navigate(paths.topicsPage(curPageNo), { replace: true }),
    })
  }

  return (
    <div>
      <Confirm
        question={t('notes.deleteTopicAsk')}
        detail={noteCount > 0 && t('notes.deleteTopicCount', { count: noteCount })}
        confirmLabel={t('common.delete')}
        busy={deleting.isPending}
        onConfirm={remove}
        onCancel={onCancel}
      />
      {deleting.isError && <Message kind="error">{failureText(deleting.error)}</Message>}
    </div>
  )
}
