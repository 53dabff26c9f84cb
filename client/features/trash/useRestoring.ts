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

  async function restore(deleted: readonly DeletedNote[]): Promise<void> {
    try {
      const { notes } = await restoring.mutateAsync(deleted.map(({ noteNo }) => noteNo))
      const missing = deleted.length - notes.length
      const rejected = notes.flatMap(({ refusedHubNos }) => refusedHubNos).length
      const more = rejected > 0 ? ` ${t('trash.notSharedAgain', { count: rejected })}` : ''
      const only = onlyOne(deleted)
      const told = only
        ? t('trash.restored', { title: only.title })
        : t('trash.restoredMany', { count: notes.length })
      const link = only && { label: t('trash.toNote'), to: paths.note(only.noteNo) }
      showToast({ text: withMissing(told, missing) + more, ...(link && { link }) })
    } catch (error) {
      showToast({ text: failureText(error), link: { label: t('trash.open'), to: paths.trash } })
    }
  }

  /** Says that notes are in the trash, and lets them be brought back at once; `missing`: how many others were gone. */
  function tellDeleted(deleted: readonly DeletedNote[], missing = 0): void {
    const only = onlyOne(deleted)
    const told =
      only && missing === 0
        ? t('trash.deleted', { title: only.title })
        : t('trash.deletedMany', { count: deleted.length })
    showToast({
      text: withMissing(told, missing),
      action: { label: t('common.undo'), run: () => void restore(deleted) },
    })
  }

  const tellFailure = (error: unknown) => showToast({ text: failureText(error) })

  return { restore, tellDeleted, tellFailure, isRestoring: restoring.isPending }
}

/** What was done with some notes, and how many others were there no more. */
export function withMissing(told: string, missing: number): string {
  return missing === 0 ? told : `${told} ${t('notes.missing', { count: missing })}`
}

const onlyOne = (notes: readonly DeletedNote[]) => (notes.length === 1 ? notes[0] : undefined)
