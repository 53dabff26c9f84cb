import { useSetAtom } from 'jotai'
import { useCreateTopic } from '#client/features/topics/topics.queries.ts'
import { deletedTopicsAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { useRestoreNotesMutation, useRestoreTopicMutation } from './trash.queries.ts'

interface DeletedNote {
  noteNo: number
  title: string
}

/** Restores deleted notes and shows the result as a toast, even after the calling screen has unmounted. */
export function useRestoreNotes() {
  const showToast = useSetAtom(showToastAtom)
  const restoreNotes = useRestoreNotesMutation()

  async function restore(deleted: readonly DeletedNote[]): Promise<void> {
    try {
      const { notes } = await restoreNotes.mutateAsync(deleted.map(({ noteNo }) => noteNo))
      const missing = deleted.length - notes.length
      const rejected = notes.flatMap(({ refusedHubNos }) => refusedHubNos).length
      const only = onlyOne(deleted)
      const text = only
        ? t('trash.restored', { title: only.title })
        : t('trash.restoredMany', { count: notes.length })
      const link = only && { label: t('trash.toNote'), to: paths.note(only.noteNo) }
      showToast({ text: withMissingCount(text, missing) + rejectedShares(rejected), ...(link && { link }) })
    } catch (error) {
      showToast({ text: failureText(error), link: { label: t('trash.open'), to: paths.trash } })
    }
  }

  /** Shows a toast with an undo button. `missing`: how many other notes no longer existed. */
  function showDeletedToast(deleted: readonly DeletedNote[], missing = 0): void {
    const only = onlyOne(deleted)
    const text =
      only && missing === 0
        ? t('trash.deleted', { title: only.title })
        : t('trash.deletedMany', { count: deleted.length })
    showToast({
      text: withMissingCount(text, missing),
      action: { label: t('common.undo'), run: () => void restore(deleted) },
    })
  }

  const showFailureToast = (error: unknown) => showToast({ text: failureText(error) })

  return { restore, showDeletedToast, showFailureToast, isRestoring: restoreNotes.isPending }
}

/** Appends how many of the notes no longer existed. */
export function withMissingCount(text: string, missing: number): string {
  return missing === 0 ? text : `${text} ${t('notes.missing', { count: missing })}`
}

const rejectedShares = (count: number) => (count > 0 ? ` ${t('trash.notSharedAgain', { count })}` : '')

const onlyOne = (notes: readonly DeletedNote[]) => (notes.length === 1 ? notes[0] : undefined)

interface DeletedTopic {
  topicNo: number
  title: string
}

/** Restores a deleted topic with its notes and shows the result as a toast, even after the calling screen has unmounted. */
export function useRestoreTopic() {
  const showToast = useSetAtom(showToastAtom)
  const setDeletedTopics = useSetAtom(deletedTopicsAtom)
  const restoreTopic = useRestoreTopicMutation()
  const createTopic = useCreateTopic()

  /** `since`: restores only notes that were deleted at or after this time. */
  async function restore({ topicNo, title }: DeletedTopic, since?: string): Promise<void> {
    try {
      const { refusedHubNos } = await restoreTopic.mutateAsync({ topicNo, since })
      setDeletedTopics(deleted => new Set([...deleted].filter(no => no !== topicNo)))
      showToast({
        text: t('trash.topicRestored', { topic: title }) + rejectedShares(refusedHubNos.length),
        link: { label: t('topics.openTopic'), to: paths.notes(topicNo) },
      })
    } catch (error) {
      showToast({ text: failureText(error), link: { label: t('trash.open'), to: paths.trash } })
    }
  }

  /** A topic without notes leaves nothing in the trash, so it is created again. */
  async function undo(topic: DeletedTopic, wasEmpty: boolean, since?: string): Promise<void> {
    if (!wasEmpty) return restore(topic, since)
    try {
      await createTopic.mutateAsync(topic.title)
      showToast({ text: t('trash.topicRestored', { topic: topic.title }) })
    } catch (error) {
      showToast({ text: failureText(error) })
    }
  }

  /** Shows a toast with an undo button. */
  function showDeletedToast(
    topic: DeletedTopic,
    { noteCount, since }: { noteCount: number | undefined; since?: string | undefined },
  ): void {
    showToast({
      text:
        // An unknown number is not named.
        !noteCount
          ? t('trash.topicDeletedEmpty', { topic: topic.title })
          : t('trash.topicDeleted', { topic: topic.title, count: noteCount }),
      action: { label: t('common.undo'), run: () => void undo(topic, noteCount === 0, since) },
    })
  }

  return { restore, showDeletedToast, isRestoring: restoreTopic.isPending }
}
