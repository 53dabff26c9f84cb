import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { saveFile } from '#client/platform/browser/files.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import type { Action } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'

/** The form that the menu of a topic has opened. */
export type TopicForm = 'rename' | 'merge' | 'delete'

/** The actions that the menus of a topic share. An export needs a connection. */
export function useTopicActions(topicNo: number, openForm: (form: TopicForm) => void) {
  const showToast = useSetAtom(showToastAtom)
  const topicExport = useMutation({
    async mutationFn() {
      showToast({ text: t('exports.making') })
      // Loads the archive code with the first export.
      const { exportTopic } = await import('#client/features/notes/list/noteExport.ts')
      return exportTopic(topicNo, () => showToast({ text: t('exports.waiting') }))
    },
    onSuccess(file) {
      if (file) saveFile(file, file.name)
      showToast({ text: t(file ? 'exports.made' : 'exports.tooLarge') })
    },
    onError: error => showToast({ text: failureText(error) }),
  })

  return {
    rename: { label: t('common.rename'), icon: 'pen', run: () => openForm('rename') },
    others: [
      { label: t('exports.topic'), icon: 'download', run: () => topicExport.mutate() },
      { label: t('topics.merge'), icon: 'folder', run: () => openForm('merge') },
      { label: t('notes.deleteTopic'), icon: 'trash', isDangerous: true, run: () => openForm('delete') },
    ],
  } satisfies { rename: Action; others: Action[] }
}
