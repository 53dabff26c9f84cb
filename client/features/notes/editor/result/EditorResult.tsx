import type { ComponentProps } from 'react'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { useEditorState } from '#client/features/notes/editor/saving/useEditorState.ts'
import { RenderedText } from './RenderedText.tsx'
import { ResultPanel } from './ResultPanel.tsx'

interface EditorResultProps extends Omit<ComponentProps<typeof ResultPanel>, 'children'> {
  editor: Editor
  /** After another text was drawn: the lines at which its blocks begin. */
  onDrawn: (lines: readonly number[]) => void
}

/** What is written as it will be read: the modes open and fold it, too. */
export function EditorResult({ editor, onDrawn, ...panel }: EditorResultProps) {
  return (
    <ResultPanel {...panel}>
      <WrittenText editor={editor} onDrawn={onDrawn} />
    </ResultPanel>
  )
}

function WrittenText({ editor, onDrawn }: Pick<EditorResultProps, 'editor' | 'onDrawn'>) {
  return <RenderedText text={useEditorState(editor, ({ writing }) => writing.text)} onDrawn={onDrawn} />
}
