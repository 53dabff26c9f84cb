import { useState } from 'react'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { useEditorState } from '#client/features/notes/editor/saving/useEditorState.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { FailedLine } from '#client/ui/FailedLine.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'

const HistoryPanel = lazyComponent(
  lazyModule(() => import('./HistoryPanel.tsx').then(part => part.HistoryPanel)),
  FailedLine,
)

/** The history of the note that is being written. */
export function EditorHistory({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false)
  const noteNo = useEditorState(editor, state => state.noteNo)
  if (noteNo === null) return null
  return (
    <Disclosure summary={t('notes.history')} onToggle={setOpen}>
      {isOpen && <OpenHistory editor={editor} noteNo={noteNo} />}
    </Disclosure>
  )
}

function OpenHistory({ editor, noteNo }: { editor: Editor; noteNo: number }) {
  const writing = useEditorState(editor, state => state.writing)
  const isBusy = useEditorState(editor, ({ isSaving, conflict }) => isSaving || conflict !== null)
  return (
    <HistoryPanel
      pending={<SkeletonRows rows={3} height={44} />}
      noteNo={noteNo}
      present={writing}
      busy={isBusy}
      onRestore={earlier => void editor.restore(earlier)}
    />
  )
}
