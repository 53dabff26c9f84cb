import { useState } from 'react'
import { type Editor, useEditorState } from '#client/features/notes/sync/editor.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { SkeletonRows } from '#client/ui/ListStates.tsx'
import { FailedLine } from '#client/ui/Message.tsx'

const HistoryPanel = lazyComponent(
  lazyModule(() => import('./HistoryPanel.tsx').then(part => part.HistoryPanel)),
  FailedLine,
)

interface EditorHistoryProps {
  editor: Editor
  /** The title is that of the first part, which may have been renamed since an earlier version. */
  isLaterPart: boolean
}

/** The history of the note in the editor. */
export function EditorHistory({ editor, isLaterPart }: EditorHistoryProps) {
  const [isOpen, setOpen] = useState(false)
  const noteNo = useEditorState(editor, state => state.noteNo)
  if (noteNo === null) return null
  return (
    <Disclosure summary={t('notes.history')} onToggle={setOpen}>
      {isOpen && <OpenHistory editor={editor} isLaterPart={isLaterPart} noteNo={noteNo} />}
    </Disclosure>
  )
}

function OpenHistory({ editor, isLaterPart, noteNo }: EditorHistoryProps & { noteNo: number }) {
  const content = useEditorState(editor, state => state.content)
  const isBusy = useEditorState(
    editor,
    ({ isSaving, message }) => isSaving || message?.kind === 'waitsForOthers',
  )
  return (
    <HistoryPanel
      pending={<SkeletonRows rows={3} height={44} />}
      noteNo={noteNo}
      present={content}
      busy={isBusy}
      onRestore={earlier => void editor.restore(isLaterPart ? { ...earlier, title: content.title } : earlier)}
    />
  )
}
