import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { EditorHistory } from '#client/features/notes/history/EditorHistory.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'
import { EditorBanners } from './EditorBanners.tsx'
import { EditorResult } from './EditorResult.tsx'
import { EditorStatus } from './EditorStatus.tsx'
import { EditorTools } from './EditorTools.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { flawsOf, isDirty } from './note.editor.ts'
import type { EditorStart } from './note.start.ts'
import { PrintedText } from './PrintedText.tsx'
import { SheetText } from './SheetText.tsx'
import { SyntaxGuide } from './SyntaxGuide.tsx'
import { TitleField } from './TitleField.tsx'
import { TopicPicker } from './TopicPicker.tsx'
import { useEditorKeys, useScreenKeys } from './useEditorKeys.ts'
import { useEditorMode } from './useEditorMode.ts'
import { useNoteEditor } from './useNoteEditor.ts'
import { useOtherTabs } from './useOtherTabs.ts'
import { usePrintedText } from './usePrintedText.ts'
import { useSideBySide } from './useSideBySide.ts'
import { useTopicChoice } from './useTopicChoice.ts'
import { useVisibleHeight } from './useVisibleHeight.ts'

interface NoteEditorProps {
  userNo: number
  start: EditorStart
  /** Throws the draft away with which it begins. */
  onDiscard?: () => void
}

/** The place to write: exactly as high as the screen, with the text in its middle and all else around it. */
export function NoteEditor({ userNo, start, onDiscard = () => undefined }: NoteEditorProps) {
  const editor = useNoteEditor(userNo, start)
  const state = useSyncExternalStore(editor.subscribe, editor.state)
  const hasOtherTabs = useOtherTabs(userNo, state.noteNo)
  const place = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const result = useRef<HTMLElement>(null)
  const ids = useId()
  const { mode, modes, foldsHeader, choose, chooseNext } = useEditorMode()
  const { run, handlers } = useEditorKeys(area)
  const tellDrawn = useSideBySide(mode === 'split', { scroller, area, result })
  const chooseTopic = useTopicChoice(editor)
  const printing = usePrintedText(state.writing.title)
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  useVisibleHeight(place)
  useScreenKeys({
    save: () => void save(),
    saveAndLeave: () => void saveAndLeave(),
    switchMode: chooseNext,
    print: () => void printing.printText(),
  })
  const { title, text } = state.writing
  const isTooLong = textLength(title) > NOTE_TITLE_MAX || textLength(text) > NOTE_BODY_MAX
  const mayNotSave = isTooLong || state.conflict !== null

  const isNew = start.state.noteNo === null && start.draft === null
  useEffect(() => {
    if (isNew) titleField.current?.focus()
  }, [isNew])

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
    if (mayNotSave || isLeaving) return
    const isUntouched = state.noteNo === null && !isDirty(state)
    setLeaving(true)
    const mayLeave = isUntouched || (await save())
    setLeaving(false)
    // In place of the editor: the way back from the list is not into it again.
    if (mayLeave) await navigate(paths.notes(editor.state().topicNo), { replace: true })
  }

  /** Beside the text where there is room, else in its place. */
  function foldResult() {
    choose(mode !== 'write' ? 'write' : modes.includes('split') ? 'split' : 'result')
  }

  return (
    <div ref={place} className={`writing writing--${mode} ${foldsHeader ? 'writing--folded' : ''}`}>
      <ScreenTitle title={state.saved.title || t('notes.write')} hidden />
      <div className="writing__start">
        <ButtonLink
          className="writing__back"
          kind="quiet"
          to={paths.notes(state.topicNo)}
          aria-label={t('notes.toList')}
          title={t('notes.toList')}
        >
          <Icon name="back" />
        </ButtonLink>
        <TopicPicker topicNo={state.topicNo} onChoose={chooseTopic} />
      </div>
      <EditorTools
        areaId={`${ids}-text`}
        onRun={command => {
          area.current?.focus()
          run(command)
        }}
        onUndo={() => {
          area.current?.focus()
          document.execCommand('undo')
        }}
      />
      <ModeSwitch mode={mode} modes={modes} onChoose={choose} />
      <div className="writing__buttons">
        <Button busy={isLeaving} disabled={mayNotSave} onClick={() => void saveAndLeave()}>
          {t('notes.saveAndExit')}
        </Button>
        <Button
          kind="primary"
          busy={state.isSaving && !isLeaving}
          disabled={mayNotSave}
          onClick={() => void save()}
        >
          {t('notes.save')}
        </Button>
      </div>
      <EditorBanners
        editor={editor}
        state={state}
        hasOtherTabs={hasOtherTabs}
        onDiscard={onDiscard}
        onSave={() => void save()}
        onFocusLost={() => area.current?.focus()}
      />
      <div ref={scroller} className="writing__scroller">
        <div className="writing__sheet">
          <TitleField
            ref={titleField}
            value={title}
            showsFlaw={state.showsFlaws}
            onChange={typed => editor.dispatch({ type: 'typed', change: { title: typed } })}
            onDone={() => area.current?.focus()}
          />
          <div className="writing__columns">
            <SheetText
              ref={area}
              id={`${ids}-text`}
              className="writing__text"
              label={t('notes.body')}
              placeholder={t('notes.bodyPlaceholder')}
              value={text}
              onChange={typed => editor.dispatch({ type: 'typed', change: { text: typed } })}
              aria-describedby={`${ids}-count ${ids}-keys`}
              aria-invalid={textLength(text) > NOTE_BODY_MAX || undefined}
              {...handlers}
            />
            <EditorResult
              ref={result}
              text={text}
              isOpen={mode !== 'write'}
              onFold={foldResult}
              onDrawn={tellDrawn}
            />
          </div>
          <p className="visually-hidden" id={`${ids}-keys`}>
            {t('notes.keysWayOut')}
          </p>
        </div>
        <Card className="writing__panels" padded={false}>
          <EditorHistory editor={editor} state={state} />
          <SyntaxGuide />
        </Card>
      </div>
      <EditorStatus editor={editor} state={state} countId={`${ids}-count`} onRetry={retry} />
      {printing.isPrinted && <PrintedText ref={printing.sheet} title={title} text={text} />}
    </div>
  )
}
