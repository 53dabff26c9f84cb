import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { isDirty } from '#client/features/notes/sync/editor.reducer.ts'
import type { Editor } from '#client/features/notes/sync/editor.ts'
import { isSameContent } from '#client/features/notes/sync/note.content.ts'
import { onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import {
  type Draft,
  findUnfinishedDrafts,
  findUnlockedDraft,
  isDraftStoreUnavailable,
  type UnlockedDraft,
} from './note.drafts.ts'

/**
 * The editor opens without drafts if the device store does not answer. After a late answer, a new note offers the drafts, and a saved note
 * opens its draft by `onFound` if the editor is unchanged; otherwise a toast says where the draft is.
 */
export function useLateDraft(
  editor: Editor,
  userNo: number,
  onFound: (draft: Draft) => void,
): readonly UnlockedDraft[] {
  const [canHaveDraft] = useState(isDraftStoreUnavailable)
  const [initial] = useState(editor.state)
  const [unfinished, setUnfinished] = useState<readonly UnlockedDraft[]>([])
  const showToast = useSetAtom(showToastAtom)

  const lookUp = useEffectEvent(async () => {
    const { noteNo, topicNo } = initial
    if (noteNo === null) {
      setUnfinished(await findUnfinishedDrafts(userNo, topicNo))
      return
    }
    const draft = await findUnlockedDraft({ userNo, noteNo })
    const now = editor.state()
    if (draft === undefined || isSameContent(draft, now.savedContent)) return
    const isUntouched = !isDirty(now) && now.version === initial.version && now.topicNo === topicNo
    if (isUntouched) onFound(draft)
    else showToast({ text: t('notes.draftFoundLate') })
  })
  useEffect(() => {
    if (!canHaveDraft) return
    return onStoreRecovered(() => void lookUp())
  }, [canHaveDraft])
  return unfinished
}
