import { useSetAtom } from 'jotai'
import { useCreateTopic } from '#client/features/topics/topics.queries.ts'
import { goneTopicsAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { useRestoreTopic } from './trash.queries.ts'

interface DeletedTopic {
  topicNo: number
  title: string
}

/** Brings a deleted topic back with its notes, and says what came of it; also after the screen that asked for it is gone. */
export function useRestoringTopic() {
  const showToast = useSetAtom(showToastAtom)
  const setGone = useSetAtom(goneTopicsAtom)
  const restoring = useRestoreTopic()
  const creating = useCreateTopic()

  /** `since`: only what was deleted from then on. */
  async function restore({ topicNo, title }: DeletedTopic, since?: string): Promise<void> {
    try {
      const { refusedHubNos } = await restoring.mutateAsync({ topicNo, since })
      setGone(gone => new Set([...gone].filter(no => no !== topicNo)))
      const rejected = refusedHubNos.length
      const more = rejected > 0 ? ` ${t('trash.notSharedAgain', { count: rejected })}` : ''
      showToast({
        text: t('trash.topicRestored', { topic: title }) + more,
        link: { label: t('topics.openTopic'), to: paths.notes(topicNo) },
      })
    } catch (error) {
      showToast({ text: failureText(error), link: { label: t('trash.open'), to: paths.trash } })
    }
  }

  /** One without notes has left nothing in the trash: it is made anew. */
  async function undo(topic: DeletedTopic, wasEmpty: boolean, since?: string): Promise<void> {
    if (!wasEmpty) return restore(topic, since)
    try {
      await creating.mutateAsync(topic.title)
      showToast({ text: t('trash.topicRestored', { topic: topic.title }) })
    } catch (error) {
      showToast({ text: failureText(error) })
    }
  }

  /** Says that a topic and its notes are in the trash, and lets them be brought back at once. */
  function tellDeleted(
    topic: DeletedTopic,
    { noteCount, since }: { noteCount: number; since?: string | undefined },
  ): void {
    showToast({
      text:
        noteCount === 0
          ? t('trash.topicDeletedEmpty', { topic: topic.title })
          : t('trash.topicDeleted', { topic: topic.title, count: noteCount }),
      action: { label: t('common.undo'), run: () => void undo(topic, noteCount === 0, since) },
    })
  }

  return { restore, tellDeleted, isRestoring: restoring.isPending }
}
