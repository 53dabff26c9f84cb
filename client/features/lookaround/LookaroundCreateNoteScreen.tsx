import { useRef, useState } from 'react'
import { RenderedText } from '#client/features/notes/editor/RenderedText.tsx'
import { SyntaxGuide } from '#client/features/notes/editor/SyntaxGuide.tsx'
import { useEditorKeys, useScreenKeys } from '#client/features/notes/editor/useEditorKeys.ts'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'
import { ClearableTitle } from './ClearableTitle.tsx'
import '#client/features/notes/editor/editor.css'

type Said = 'notes.autosaveOn' | 'lookaround.autosaveOff' | 'lookaround.cannotSave'

/** Writing as members do, to try it out. Nothing is saved, whatever is pressed. */
export function LookaroundCreateNoteScreen() {
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [isAutosaving, setAutosaving] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const { handlers } = useEditorKeys(area)

  function changeTitle(typed: string) {
    setTitle(typed)
    setSaid(null)
  }

  function switchAutosave(on: boolean) {
    setAutosaving(on)
    setSaid(on ? 'notes.autosaveOn' : 'lookaround.autosaveOff')
  }

  const save = () => setSaid('lookaround.cannotSave')

  useScreenKeys({ save })

  return (
    <div className="editor">
      <ScreenTitle title={t('notes.write')} hidden />
      <ClearableTitle value={title} onChange={changeTitle} />
      <TextArea
        className="sample-editor__text"
        label={t('notes.body')}
        placeholder={t('notes.bodyPlaceholder')}
        max={NOTE_BODY_MAX}
        value={text}
        onChange={setText}
        hint={
          <>
            {t('common.manuscriptPages', { pages: manuscriptPages(textLength(text)) })}
            <span className="visually-hidden"> {t('notes.keysWayOut')}</span>
          </>
        }
        error={textLength(text) > NOTE_BODY_MAX ? t('notes.bodyLength') : undefined}
        ref={area}
        {...handlers}
      />
      <Card className="sample-editor__panels" padded={false}>
        <Disclosure summary={t('notes.preview')} defaultOpen>
          <RenderedText text={text} />
        </Disclosure>
        <SyntaxGuide />
      </Card>
      <div className="editor__foot">
        <div className="editor__bar">
          <Switch label={t('notes.autosave')} checked={isAutosaving} onChange={switchAutosave} />
          <div className="editor__status">
            <Message>{said && t(said)}</Message>
          </div>
          <div className="editor__buttons">
            <ButtonLink to={paths.home}>{t('shell.toHome')}</ButtonLink>
            <Button kind="primary" onClick={save}>
              {t('notes.save')}
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}
