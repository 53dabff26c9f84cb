import { useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { EditorHistory } from '#client/features/notes/history/EditorHistory.tsx'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { TextArea } from '#client/ui/TextArea.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { EditorStatus } from './EditorStatus.tsx'
import { NotePreview } from './NotePreview.tsx'
import { flawsOf, isDirty } from './note.editor.ts'
import type { EditorStart } from './note.start.ts'
import { SyntaxGuide } from './SyntaxGuide.tsx'
import { useEditorKeys, useSaveShortcut } from './useEditorKeys.ts'
import { useNoteEditor } from './useNoteEditor.ts'
import { useOtherTabs } from './useOtherTabs.ts'

export function NoteEditor({ userNo, start }: { userNo: number; start: EditorStart }) {
  const editor = useNoteEditor(userNo, start)
  const state = useSyncExternalStore(editor.subscribe, editor.state)
  const hasOtherTabs = useOtherTabs(userNo, state.noteNo)
  const editorKeys = useEditorKeys()
  const titleField = useRef<HTMLInputElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)
  const preview = useRef<HTMLElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  useSaveShortcut(() => void save())
  const { title, text } = state.writing
  const flaws = flawsOf(state.writing)
  const isTitleTooLong = textLength(title) > NOTE_TITLE_MAX
  const length = textLength(text)
  const isTooLong = isTitleTooLong || length > NOTE_BODY_MAX

  async function save() {
    const isSaved = await editor.save('manual')
    if (!isSaved && flawsOf(editor.state().writing).title) titleField.current?.focus()
    return isSaved
  }

  /** A copy that could not be made leaves its conflict open, and nothing else can be saved meanwhile. */
  function retry() {
    void (state.conflict ? editor.keepBoth() : save())
  }

  async function saveAndLeave() {
    const isUntouched = state.noteNo === null && !isDirty(state)
    setLeaving(true)
    const mayLeave = isUntouched || (await save())
    setLeaving(false)
    if (mayLeave) await navigate(paths.notes(start.topicNo))
  }

  function followText() {
    if (textArea.current && preview.current) followScroll(textArea.current, preview.current)
  }

  return (
    <div className="editor">
      <ScreenTitle title={state.saved.title || t('notes.write')} hidden />
      <p className="editor__other-tab" role="status">
        {hasOtherTabs && t('notes.otherTab')}
      </p>
      <TextField
        ref={titleField}
        className="editor__title"
        label={t('notes.title')}
        placeholder={t('notes.title')}
        max={NOTE_TITLE_MAX}
        value={title}
        onChange={typed => editor.dispatch({ type: 'typed', change: { title: typed } })}
        autoComplete="off"
        enterKeyHint="next"
        error={(state.showsFlaws || isTitleTooLong) && flaws.title ? t(flaws.title) : undefined}
      />
      <div className="editor__panes">
        <TextArea
          className="editor__text"
          label={t('notes.body')}
          placeholder={t('notes.bodyPlaceholder')}
          max={NOTE_BODY_MAX}
          value={text}
          onChange={typed => editor.dispatch({ type: 'typed', change: { text: typed } })}
          hint={
            <>
              {t('common.manuscriptPages', { pages: manuscriptPages(length) })}
              <span className="visually-hidden"> {t('notes.keysWayOut')}</span>
            </>
          }
          error={flaws.text && t(flaws.text)}
          ref={textArea}
          onScroll={followText}
          onKeyDown={editorKeys}
        />
        <NotePreview ref={preview} text={text} onDrawn={followText} />
      </div>
      <div className="editor__foot">
        {state.conflict && (
          <ConflictPanel
            mine={state.writing}
            theirs={state.conflict}
            busy={state.isSaving}
            onKeepMine={() => {
              editor.dispatch({ type: 'keptMine' })
              void save()
            }}
            onTakeTheirs={() => editor.dispatch({ type: 'tookTheirs' })}
            onKeepBoth={() => void editor.keepBoth()}
            onFocusLost={() => textArea.current?.focus()}
          />
        )}
        <div className="editor__bar">
          <Switch
            label={t('notes.autosave')}
            checked={state.isAutosaving}
            onChange={on => editor.dispatch({ type: 'autosaveSwitched', on })}
          />
          <EditorStatus message={state.message} noteNo={state.noteNo} onRetry={retry} />
          <div className="editor__buttons">
            <Button
              busy={isLeaving}
              disabled={isTooLong || state.conflict !== null}
              onClick={() => void saveAndLeave()}
            >
              {t('notes.saveAndExit')}
            </Button>
            <Button
              kind="primary"
              busy={state.isSaving && !isLeaving}
              disabled={isTooLong || state.conflict !== null}
              onClick={() => void save()}
            >
              {t('notes.save')}
            </Button>
          </div>
        </div>
      </div>
      <Card padded={false}>
        <EditorHistory editor={editor} state={state} />
        <SyntaxGuide />
      </Card>
    </div>
  )
}

/** Shows the part of the result that belongs to the part of the text in sight, as nearly as heights can tell. */
function followScroll(text: HTMLElement, result: HTMLElement) {
  const hidden = text.scrollHeight - text.clientHeight
  if (hidden > 0) result.scrollTop = (text.scrollTop / hidden) * (result.scrollHeight - result.clientHeight)
}
