import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { isSameContent } from '#client/features/notes/editor/saving/note.content.ts'
import { isDirty } from '#client/features/notes/editor/saving/note.editor.ts'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import {
  type Draft,
  findLeftDraft,
  findUnfinishedDrafts,
  isDraftStoreSilent,
  type LeftDraft,
} from './note.drafts.ts'

/**
 * An editor opens without the device's drafts if the device does not answer. When it answers late, a new note offers the drafts that it
 * returns. A saved note opens its draft by `onFound` if nothing has happened in the editor; otherwise a toast tells where the draft is.
 */
export function useLateDraft(
  editor: Editor,
  userNo: number,
  onFound: (draft: Draft) => void,
): readonly LeftDraft[] {
  const [canHaveDraft] = useState(isDraftStoreSilent)
  const [initial] = useState(editor.state)
  const [unfinished, setUnfinished] = useState<readonly LeftDraft[]>([])
  const showToast = useSetAtom(showToastAtom)

  const look = useEffectEvent(async () => {
    const { noteNo, topicNo } = initial
    if (noteNo === null) {
      setUnfinished(await findUnfinishedDrafts(userNo, topicNo))
      return
    }
    const draft = await findLeftDraft({ userNo, noteNo })
    const now = editor.state()
    if (draft === undefined || isSameContent(draft, now.saved)) return
    const isUntouched = !isDirty(now) && now.version === initial.version && now.topicNo === topicNo
    if (isUntouched) onFound(draft)
    else showToast({ text: t('notes.draftFoundLate') })
  })
  useEffect(() => {
    if (!canHaveDraft) return
    return onStoreRecovered(() => void look())
  }, [canHaveDraft])
  return unfinished
}
