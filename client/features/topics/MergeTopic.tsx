import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/navigation.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Message } from '#client/ui/Message.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import { moveNotes } from '#protocol/notes.ts'
import { createTopic, mergeTopics } from '#protocol/topics.ts'
import { ChooseTopic } from './ChooseTopic.tsx'
import { deletedTopicsAtom } from './topics.state.ts'

interface Topic {
  topicNo: number
  topicTitle: string
}

interface MergeTopicProps {
  topicNo: number
  title: string
  onMerged: (into: Topic) => void
  onClose: () => void
}

/** Moves all notes of a topic to a chosen one, after a confirmation. A toast offers to undo it. */
export function MergeTopic({ topicNo, title, onMerged, onClose }: MergeTopicProps) {
  const [into, setInto] = useState<Topic | null>(null)
  const merge = useMergeTopic({ topicNo, topicTitle: title })

  function mergeInto(target: Topic) {
    const leave = ifStillHere(() => onMerged(target))
    // Mutation callbacks do not run after unmount, so use the promise: the screen may show first that the topic is gone.
    merge.mutateAsync(target).then(leave, () => undefined)
  }

  return (
    <Dialog open title={t('topics.merge')} onClose={onClose}>
      {into === null ? (
        <ChooseTopic currentNo={topicNo} onChoose={setInto} />
      ) : (
        <Confirm
          question={t('topics.mergeAsk', { title, into: into.topicTitle })}
          detail={merge.error && <Message kind="error">{failureText(merge.error)}</Message>}
          confirmLabel={t('topics.mergeConfirm')}
          busy={merge.isPending}
          onConfirm={() => mergeInto(into)}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

function useMergeTopic(topic: Topic) {
  const notesChanged = useNotesChanged()
  const showToast = useSetAtom(showToastAtom)
  const setDeletedTopics = useSetAtom(deletedTopicsAtom)

  /** Creates the topic again, with another number, and moves its notes back. */
  async function undo(movedNos: readonly number[]): Promise<void> {
    try {
      const { subjects } = await callApi(createTopic, { title: topic.topicTitle, itemsPerPage: 1 })
      const topicNo = subjects[0]?.subjectNo ?? 0
      for (let from = 0; from < movedNos.length; from += NOTES_AT_ONCE_MAX) {
        const noteNosJSON = JSON.stringify(movedNos.slice(from, from + NOTES_AT_ONCE_MAX))
        await callApi(moveNotes, { noteNosJSON, topicNo })
      }
      const link = { label: t('topics.openTopic'), to: paths.notes(topicNo) }
      showToast({ text: t('topics.unmerged', { title: topic.topicTitle }), link })
    } catch (error) {
      showToast({ text: failureText(error) })
    }
    notesChanged()
  }

  return useMutation({
    mutationFn: (into: Topic) => callApi(mergeTopics, { topicNo: topic.topicNo, intoNo: into.topicNo }),
    onSuccess({ movedNos }, into) {
      setDeletedTopics(topicNos => new Set([...topicNos, topic.topicNo]))
      showToast({
        text: t('topics.merged', { count: movedNos.length, into: into.topicTitle }),
        action: { label: t('common.undo'), run: () => void undo(movedNos) },
      })
      notesChanged()
    },
    // Some notes may have moved all the same.
    onError: notesChanged,
  })
}
