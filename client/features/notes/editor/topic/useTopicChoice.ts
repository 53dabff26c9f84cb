import { useSetAtom } from 'jotai'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { moveNotes } from '#protocol/notes.ts'

/** Puts what is written under another topic: a saved note is moved at once, a new one when it is saved. */
export function useTopicChoice(editor: Editor): (topicNo: number) => void {
  const notesChanged = useNotesChanged()
  const showToast = useSetAtom(showToastAtom)

  async function choose(topicNo: number) {
    const { noteNo } = editor.state()
    if (topicNo === editor.state().topicNo) return
    try {
      if (noteNo !== null) {
        await callApi(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo })
        notesChanged()
      }
      editor.dispatch({ type: 'topicChosen', topicNo })
    } catch (error) {
      showToast({ text: failureText(error) })
    }
  }

  return topicNo => void choose(topicNo)
}
