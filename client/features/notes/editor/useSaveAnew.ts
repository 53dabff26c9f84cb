import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { storeCopyForEditor } from '#client/features/documents/documentStore.ts'
import { createCopy } from '#client/features/documents/storedDocument.ts'
import type { Editor } from '#client/features/notes/sync/editor.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { discardDocument } from '#protocol/documents.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import type { EditorEntry } from './text/useCaretOfEntry.ts'

/**
 * Makes a new note of the text, whose own note was deleted or may no longer be written. While `isMoving`, the text must not be
 * changed, since the change would be lost.
 */
export function useSaveAnew(
  editor: Editor,
  userNo: number,
): { isMoving: boolean; saveAnew: () => Promise<void> } {
  const [isMoving, setMoving] = useState(false)
  const navigate = useNavigate()
  const showToast = useSetAtom(showToastAtom)

  async function saveAnew() {
    if (isMoving) return
    setMoving(true)
    try {
      const topicNo = editor.state().topicNo || (await firstTopic())
      const { content, documentId: goneId } = editor.state()
      const documentId = makeRequestKey()
      await storeCopyForEditor(createCopy({ userNo, topicNo, documentId, content, isSaveRequested: true }))
      await editor.document.abandon()
      // Without an answer, it stays in the list of unsaved texts.
      void callApi(discardDocument, { documentId: goneId }).catch(() => undefined)
      const entry: EditorEntry = { isAtEnd: true }
      await navigate(paths.draft(topicNo, documentId), { replace: true, state: entry })
    } catch (error) {
      setMoving(false)
      showToast({ text: failureText(error) })
    }
  }

  return { isMoving, saveAnew }
}

/** For a text that cannot stay where it was. */
async function firstTopic(): Promise<number> {
  const { subjects } = await callApi(getTopics, { itemsPerPage: 1 })
  if (subjects[0]) return subjects[0].subjectNo
  const created = await callApi(createTopic, { title: t('notes.quickTopic'), itemsPerPage: 1 })
  return created.subjects[0]?.subjectNo ?? 0
}
