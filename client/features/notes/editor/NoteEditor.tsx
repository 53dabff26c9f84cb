import { useSetAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { EditorHistory } from '#client/features/notes/history/EditorHistory.tsx'
import { LongTextDialog } from '#client/features/notes/pasting/LongTextDialog.tsx'
import { useDropping } from '#client/features/notes/pasting/useDropping.ts'
import { usePasting } from '#client/features/notes/pasting/usePasting.ts'
import { PictureInput } from '#client/features/notes/pictures/PictureInput.tsx'
import { usePictures } from '#client/features/notes/pictures/usePictures.ts'
import { EditorShare } from '#client/features/shares/EditorShare.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'
import { BodyField } from './BodyField.tsx'
import { EditorBanners } from './banners/EditorBanners.tsx'
import type { Draft } from './drafts/note.drafts.ts'
import { useLateDraft } from './drafts/useLateDraft.ts'
import { useOtherTabs } from './drafts/useOtherTabs.ts'
import { SyntaxGuide } from './guide/SyntaxGuide.tsx'
import { createHighlightLayer } from './highlight/highlightLayer.ts'
import { EditorTools } from './keys/EditorTools.tsx'
import { useEditorKeys, useScreenKeys } from './keys/useEditorKeys.ts'
import { ModeSwitch } from './layout/ModeSwitch.tsx'
import { useEditorMode } from './layout/useEditorMode.ts'
import { useEditorPageState } from './layout/useEditorPageState.ts'
import { useVisibleHeight } from './layout/useVisibleHeight.ts'
import type { EditorStart } from './note.start.ts'
import { EditorResult } from './result/EditorResult.tsx'
import { PrintedText } from './result/PrintedText.tsx'
import { usePrintedText } from './result/usePrintedText.ts'
import { useSideBySide } from './result/useSideBySide.ts'
import { bodyLength, validationErrorsOf } from './saving/note.content.ts'
import { type EditorState, isDirty } from './saving/note.editor.ts'
import { waitsForLine } from './saving/note.saveFailure.ts'
import { useEditorState } from './saving/useEditorState.ts'
import { EditorStatus } from './status/EditorStatus.tsx'
import { TitleField } from './TitleField.tsx'
import { TopicPicker } from './topic/TopicPicker.tsx'
import { useTopicChoice } from './topic/useTopicChoice.ts'
import { useNoteEditor } from './useNoteEditor.ts'

interface NoteEditorProps {
  userNo: number
  start: EditorStart
  /** The writer has already chosen to continue the draft with which it begins. */
  isContinued?: boolean
  /** Throws the draft away with which it begins. */
  onDiscard?: () => void
  /** Replaces this editor by that of an unfinished draft. */
  onContinue?: (draft: Draft) => void
  /** The device has told late of a draft of the note, and nothing was typed yet. */
  onLateDraft?: (draft: Draft) => void
}

const doNothing = () => undefined

/** The place to write: exactly as high as the screen, with the text in its middle and all else around it. */
export function NoteEditor({
  userNo,
  start,
  isContinued = false,
  onDiscard = doNothing,
  onContinue = doNothing,
  onLateDraft = doNothing,
}: NoteEditorProps) {
  const { editor, uploads, keepNow } = useNoteEditor(userNo, start)
  const topicNo = useEditorState(editor, state => state.topicNo)
  const title = useEditorState(editor, ({ writing }) => writing.title)
  const savedTitle = useEditorState(editor, ({ saved }) => saved.title)
  const isSaving = useEditorState(editor, state => state.isSaving)
  const canNotSave = useEditorState(editor, isKeptFromSaving)
  const noteNo = useEditorState(editor, state => state.noteNo)
  const hasOtherTabs = useOtherTabs(userNo, noteNo)
  const lateDrafts = useLateDraft(editor, userNo, onLateDraft)
  const place = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const result = useRef<HTMLElement>(null)
  const [layer] = useState(createHighlightLayer)
  const ids = useId()
  const { mode, modes, isSmall, foldsHeader, choose, chooseNext } = useEditorMode()
  const { run, step, handlers, showsTabHint } = useEditorKeys(area)
  const pictures = usePictures({ editor, uploads, area, run })
  const onPaste = usePasting({ area, run, insertPictures: pictures.insert })
  const isDropping = useDropping({ editor, area, run, insertPictures: pictures.insert })
  const chooser = useRef<HTMLInputElement>(null)
  const notifyRendered = useSideBySide(mode === 'split', { scroller, area, layer, result })
  const chooseTopic = useTopicChoice(editor)
  const printing = usePrintedText(title)
  const [isLeaving, setLeaving] = useState(false)
  const isHere = useIsHere()
  const navigate = useNavigate()
  const showToast = useSetAtom(showToastAtom)
  useEditorPageState(foldsHeader)
  useVisibleHeight(place)
  useScreenKeys({
    save: () => void save(),
    saveAndLeave: () => void saveAndLeave(),
    switchMode: chooseNext,
    print: () => void printing.printText(),
  })
  const isNew = start.state.noteNo === null && start.draft === null
  useEffect(() => {
    if (isNew) titleField.current?.focus()
  }, [isNew])
  useEffect(() => {
    if (!isContinued) return
    editor.dispatch({ type: 'draftAccepted' })
    area.current?.focus()
  }, [editor, isContinued])

  function continueOther(draft: Draft, leavesText: boolean) {
    if (leavesText) showToast({ text: t('notes.draftIsAside') })
    onContinue(draft)
  }

  async function save() {
    const isSaved = await editor.save('manual')
    if (!isSaved && validationErrorsOf(editor.state().writing).title) titleField.current?.focus()
    return isSaved
  }

  /** A copy that could not be made leaves its conflict open, and nothing else can be saved meanwhile. */
  function retry() {
    void (editor.state().conflict ? editor.keepBoth() : save())
  }

  async function saveAndLeave() {
    if (canNotSave || isLeaving) return
    const state = editor.state()
    const isUntouched = state.noteNo === null && !isDirty(state)
    setLeaving(true)
    const canLeave = isUntouched || (await save()) || (await leaveToBeSent())
    if (!isHere.current) return
    setLeaving(false)
    // In place of the editor: the way back from the list is not into it again.
    if (canLeave) await navigate(paths.notes(editor.state().topicNo), { replace: true })
  }

  /** Without a line it stays on this device, and goes by itself later on. */
  async function leaveToBeSent() {
    const isKept = isHere.current && waitsForLine(editor.state()) && (await keepNow())
    if (isKept) showToast({ text: t('notes.unsentKept') })
    return isKept
  }

  /** Beside the text where there is room, else in its place. */
  function foldResult() {
    choose(mode !== 'write' ? 'write' : modes.includes('split') ? 'split' : 'result')
  }

  return (
    <div ref={place} className={`writing writing--${mode} ${foldsHeader ? 'writing--folded' : ''}`}>
      <ScreenTitle title={savedTitle || t('notes.write')} hidden />
      <div className="writing__start">
        <ButtonLink
          className="writing__back"
          kind="quiet"
          to={paths.notes(topicNo)}
          aria-label={t('notes.toList')}
          title={t('notes.toList')}
        >
          <Icon name="back" />
        </ButtonLink>
        <TopicPicker topicNo={topicNo} onChoose={chooseTopic} />
      </div>
      <EditorTools
        areaId={`${ids}-text`}
        isSmall={isSmall}
        onRun={doing => {
          if (doing === 'choosePictures') chooser.current?.click()
          else {
            area.current?.focus()
            run(doing)
          }
        }}
        onStep={step}
      />
      <ModeSwitch mode={mode} modes={modes} onChoose={choose} />
      <div className="writing__buttons">
        <EditorShare noteNo={noteNo} />
        <Button busy={isLeaving} disabled={canNotSave} onClick={() => void saveAndLeave()}>
          {t('notes.saveAndExit')}
        </Button>
        <Button
          kind="primary"
          busy={isSaving && !isLeaving}
          disabled={canNotSave}
          // The text keeps its focus, and a phone its keyboard.
          onMouseDown={event => event.preventDefault()}
          onClick={() => void save()}
        >
          {t('notes.save')}
        </Button>
      </div>
      <EditorBanners
        editor={editor}
        hasOtherTabs={hasOtherTabs}
        isDraftInOtherTab={start.isDraftInOtherTab}
        unfinished={lateDrafts.length > 0 ? lateDrafts : start.unfinished}
        onContinue={continueOther}
        onDiscard={onDiscard}
        onSave={() => void save()}
        onFocusLost={() => area.current?.focus()}
      />
      <div ref={scroller} className="writing__scroller">
        <div className="writing__sheet">
          <TitleField ref={titleField} editor={editor} onDone={() => area.current?.focus()} />
          <div className="writing__columns">
            <BodyField
              ref={area}
              id={`${ids}-text`}
              editor={editor}
              layer={layer}
              uploads={uploads}
              aria-describedby={`${ids}-count ${ids}-keys`}
              {...handlers}
              onPaste={onPaste}
            />
            <EditorResult
              ref={result}
              editor={editor}
              isOpen={mode !== 'write'}
              onFold={foldResult}
              onDrawn={notifyRendered}
            />
          </div>
          <p className="visually-hidden" id={`${ids}-keys`}>
            {t('notes.keysWayOut')}
          </p>
        </div>
        <Card className="writing__panels" padded={false}>
          <EditorHistory editor={editor} />
          <SyntaxGuide />
        </Card>
      </div>
      <EditorStatus
        editor={editor}
        pictures={pictures}
        countId={`${ids}-count`}
        showsTabHint={showsTabHint}
        onRetry={retry}
      />
      <PictureInput ref={chooser} onChoose={files => void pictures.insert(files)} />
      <LongTextDialog run={run} onClosed={() => area.current?.focus()} />
      {isDropping && <p className="writing__drop">{t('notePictures.dropHere')}</p>}
      {printing.isPrinted && <PrintedText ref={printing.sheet} writing={editor.state().writing} />}
    </div>
  )
}

function isKeptFromSaving({ writing, conflict }: EditorState): boolean {
  if (conflict !== null) return true
  return textLength(writing.title) > NOTE_TITLE_MAX || bodyLength(writing) > NOTE_BODY_MAX
}

/** False once the editor has been left: what it was waiting for then concerns nobody here any more. */
function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
