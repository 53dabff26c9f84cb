import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { useEditorState } from '#client/features/notes/editor/saving/useEditorState.ts'
import { t } from '#client/platform/language/language.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { DraftOffer } from './DraftOffer.tsx'

interface EditorBannersProps {
  editor: Editor
  hasOtherTabs: boolean
  onDiscard: () => void
  onSetAside: (() => void) | undefined
  onSave: () => void
  /** A button in a banner was pressed, and goes. */
  onFocusLost: () => void
}

/** What has to be decided or known before writing on. */
export function EditorBanners({ editor, hasOtherTabs, ...on }: EditorBannersProps) {
  const offered = useEditorState(editor, state => state.offered)
  const conflict = useEditorState(editor, state => state.conflict)
  return (
    <div className="writing__banners">
      <p className="writing__other-tab" role="status">
        {hasOtherTabs && t('notes.otherTab')}
      </p>
      {offered && (
        <DraftOffer
          draft={offered}
          onDiscard={on.onDiscard}
          onSetAside={on.onSetAside}
          onContinue={() => {
            editor.dispatch({ type: 'draftAccepted' })
            on.onFocusLost()
          }}
        />
      )}
      {conflict && <ConflictPanel editor={editor} theirs={conflict} {...on} />}
    </div>
  )
}
