import { useState } from 'react'
import type { EditorState } from '#client/features/notes/editor/note.editor.ts'
import type { Editor } from '#client/features/notes/editor/note.saving.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'

const HistoryPanel = lazyComponent(
  lazyPart(() => import('./HistoryPanel.tsx').then(part => part.HistoryPanel)),
)

/** The history of the note that is being written. */
export function EditorHistory({ editor, state }: { editor: Editor; state: EditorState }) {
  const [isOpen, setOpen] = useState(false)
  if (state.noteNo === null) return null
  return (
    <Disclosure summary={t('notes.history')} onToggle={setOpen}>
      {isOpen && (
        <HistoryPanel
          pending={<SkeletonRows rows={3} height={44} />}
          noteNo={state.noteNo}
          present={state.writing}
          busy={state.isSaving || state.conflict !== null}
          onRestore={earlier => void editor.restore(earlier)}
        />
      )}
    </Disclosure>
  )
}
