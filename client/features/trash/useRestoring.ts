import { useSetAtom } from 'jotai'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { useRestore } from './trash.queries.ts'

interface DeletedNote {
  noteNo: number
  title: string
}

/** Brings deleted notes back, and says what came of it; also after the screen that asked for it is gone. */
export function useRestoring() {
  const showToast = useSetAtom(showToastAtom)
  const restoring = useRestore()

  async function restore({ noteNo, title }: DeletedNote): Promise<void> {
    try {
      const { notes } = await restoring.mutateAsync([noteNo])
      const refused = notes.flatMap(({ refusedHubNos }) => refusedHubNos).length
      const more = refused > 0 ? ` ${t('trash.notSharedAgain', { count: refused })}` : ''
      showToast({
        text: t('trash.restored', { title }) + more,
        link: { label: t('trash.toNote'), to: paths.note(noteNo) },
      })
    } catch (error) {
      showToast({ text: failureText(error), link: { label: t('trash.open'), to: paths.trash } })
    }
  }

  /** Says that a note is in the trash, and lets it be brought back at once. */
  function tellDeleted(note: DeletedNote): void {
    showToast({
      text: t('trash.deleted', { title: note.title }),
      action: { label: t('trash.undo'), run: () => void restore(note) },
    })
  }

  const tellFailure = (error: unknown) => showToast({ text: failureText(error) })

  return { restore, tellDeleted, tellFailure, isRestoring: restoring.isPending }
}
