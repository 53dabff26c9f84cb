import { useState } from 'react'
import { type Editor, useEditorState } from '#client/features/notes/sync/editor.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import './templates.css'

const TemplateChooser = lazyComponent(
  lazyModule(() => import('./TemplateChooser.tsx').then(part => part.TemplateChooser)),
  FailedDialog,
)

/** Offers templates below the first line of a new note, until something is typed. */
export function TemplateOffer({ editor }: { editor: Editor }) {
  const [isChoosing, setChoosing] = useState(false)
  const topicNo = useEditorState(editor, state => state.topicNo)
  const isEmpty = useEditorState(
    editor,
    ({ noteNo, content }) => noteNo === null && content.title === '' && content.text === '',
  )
  if (!isEmpty) return null
  return (
    <div className="template-offer">
      <Button kind="quiet" onClick={() => setChoosing(true)}>
        <ToolIcon name="note" />
        {t('templates.use')}
      </Button>
      {isChoosing && <TemplateChooser topicNo={topicNo} isReplacing onClose={() => setChoosing(false)} />}
    </div>
  )
}
