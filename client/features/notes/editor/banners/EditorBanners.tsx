import type { Draft, LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { isDirty } from '#client/features/notes/editor/saving/note.editor.ts'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { useEditorState } from '#client/features/notes/editor/saving/useEditorState.ts'
import { t } from '#client/platform/language/language.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { UnfinishedDraft } from './UnfinishedDraft.tsx'

interface EditorBannersProps {
  editor: Editor
  hasOtherTabs: boolean
  /** The draft in the address is open in another tab. */
  isDraftInOtherTab: boolean
  unfinished: readonly LeftDraft[]
  /** `leavesText`: what is written in this editor becomes a draft of its own. */
  onContinue: (draft: Draft, leavesText: boolean) => void
  onDiscard: () => void
  onSave: () => void
  /** A button in a banner was pressed, and goes. */
  onFocusLost: () => void
}

/** What has to be decided or known before writing on. */
export function EditorBanners({
  editor,
  hasOtherTabs,
  isDraftInOtherTab,
  unfinished: [newest, ...others],
  onContinue,
  ...on
}: EditorBannersProps) {
  const offered = useEditorState(editor, state => state.offered)
  const conflict = useEditorState(editor, state => state.conflict)
  const isNew = useEditorState(editor, state => state.noteNo === null)
  const topicNo = useEditorState(editor, state => state.topicNo)
  return (
    <div className="writing__banners">
      <p className="writing__other-tab" role="status">
        {hasOtherTabs && t('notes.otherTab')}
        {isDraftInOtherTab && isNew && t('notes.draftInOtherTab')}
      </p>
      {newest && isNew && (
        <UnfinishedDraft
          drafts={[newest, ...others]}
          topicNo={newest.topicNo ?? topicNo}
          onContinue={draft => onContinue(draft, isDirty(editor.state()))}
          onFocusLost={on.onFocusLost}
        />
      )}
      {offered && (
        <DraftOffer
          draft={offered}
          onDiscard={on.onDiscard}
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
