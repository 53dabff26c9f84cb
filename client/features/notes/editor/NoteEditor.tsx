import { useSetAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DocumentUndo } from '#client/features/documents/documentUndo.ts'
import { isWaitingForConnection } from '#client/features/documents/unsaved.ts'
import { LongTextDialog } from '#client/features/notes/attachments/LongTextDialog.tsx'
import { PictureInput } from '#client/features/notes/attachments/PictureControls.tsx'
import { useFileDrop } from '#client/features/notes/attachments/useFileDrop.ts'
import { usePaste } from '#client/features/notes/attachments/usePaste.ts'
import { usePictures } from '#client/features/notes/attachments/usePictures.ts'
import { FindBar } from '#client/features/notes/find/FindBar.tsx'
import { useFind } from '#client/features/notes/find/useFind.ts'
import { EditorHistory } from '#client/features/notes/history/EditorHistory.tsx'
import { ContinueOffer } from '#client/features/notes/series/ContinueOffer.tsx'
import { PartBar } from '#client/features/notes/series/PartBar.tsx'
import { useParts } from '#client/features/notes/series/useParts.ts'
import { useSeriesPlace } from '#client/features/notes/series/useSeriesPlace.ts'
import {
  type EditorState,
  hasEndedTogether,
  isDirty,
  useEditorState,
} from '#client/features/notes/sync/editor.ts'
import { bodyLength, validationErrorsOf } from '#client/features/notes/sync/note.content.ts'
import { EditorPassages, EditorPassagesToggle } from '#client/features/passages/author/lazyEditorPassages.ts'
import { EditorShare } from '#client/features/shares/EditorShare.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { ModeSwitch, TopicPicker } from './bars/EditorBar.tsx'
import { EditorStatus } from './bars/EditorStatus.tsx'
import { EditorTools } from './bars/EditorTools.tsx'
import { TogetherMark, WriterAvatars } from './bars/TogetherMark.tsx'
import { useEditorKeys, useScreenKeys } from './commands/useEditorKeys.ts'
import { useEditorMode, useEditorPageState, useVisibleHeight } from './layout/useEditorLayout.ts'
import { BodyField, EditorResult, TitleField } from './NoteFields.tsx'
import type { EditorStart } from './note.start.ts'
import { PrintedText, usePrintedText, useScrollSync } from './panels/ResultPanel.tsx'
import { SyntaxGuide } from './panels/SyntaxGuide.tsx'
import { useCaretReports } from './text/Carets.tsx'
import { createHighlightLayer } from './text/highlightLayer.ts'
import { useCaretOfEntry } from './text/useCaretOfEntry.ts'
import { useNoteEditor } from './useNoteEditor.ts'
import { useSaveAnew } from './useSaveAnew.ts'

interface NoteEditorProps {
  userNo: number
  start: EditorStart
}

/** Editor that fills the screen: bars around one scroller with the text. */
export function NoteEditor({ userNo, start }: NoteEditorProps) {
  const { editor, uploads, presence } = useNoteEditor(userNo, start)
  const isGuest = useEditorState(editor, state => state.isGuest)
  const isTogether = useEditorState(editor, state => state.isTogether)
  const topicNo = useEditorState(editor, state => state.topicNo)
  const title = useEditorState(editor, ({ content }) => content.title)
  const savedTitle = useEditorState(editor, ({ savedContent }) => savedContent.title)
  const isSaving = useEditorState(editor, state => state.isSaving)
  const isEnded = useEditorState(editor, hasEndedTogether)
  const isSaveBlocked = useEditorState(editor, isSavingBlocked)
  const noteNo = useEditorState(editor, state => state.noteNo)
  const series = useSeriesPlace(noteNo, start.series)
  const parts = useParts(editor, series)
  const headNo = series?.headNo ?? noteNo
  const isLaterPart = series !== null && series.headNo !== noteNo
  const root = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const result = useRef<HTMLElement>(null)
  const [layer] = useState(createHighlightLayer)
  const ids = useId()
  const { mode, modes, isSmall, foldsHeader, choose, chooseNext } = useEditorMode()
  const titleUndo = useRef<DocumentUndo>(null)
  const undo = useRef<DocumentUndo>(null)
  const { run, runStep, keyHandlers, showsTabHint } = useEditorKeys(area, undo)
  useCaretReports(presence, { title: titleField, text: area }, isTogether)
  const pictures = usePictures({ editor, uploads, area, run })
  const onPaste = usePaste({ area, run, insertPictures: pictures.insert })
  const isDropping = useFileDrop({ editor, area, run, insertPictures: pictures.insert })
  const pictureInput = useRef<HTMLInputElement>(null)
  const notifyRendered = useScrollSync(mode === 'split', { scroller, area, layer, result })
  const printing = usePrintedText(title)
  const [isLeaving, setLeaving] = useState(false)
  const [showsPassages, setShowsPassages] = useState(false)
  const passagesToggle = useRef<HTMLButtonElement>(null)
  const isMounted = useIsMounted()
  const navigate = useNavigate()
  const showToast = useSetAtom(showToastAtom)
  const { isMoving, saveAnew } = useSaveAnew(editor, userNo)
  const find = useFind(() => mode === 'result' && choose('write'))
  useEditorPageState(foldsHeader)
  useVisibleHeight(root)
  useScreenKeys({
    save: () => void save(),
    saveAndLeave: () => void saveAndLeave(),
    switchMode: chooseNext,
    print: () => void printing.printText(),
    find: () => find.open(false),
    replace: () => find.open(true),
  })
  const exit = exitOf({ noteNo, topicNo, isGuest })
  const isEmptyNote = start.note.noteNo === null && start.copy === null
  useEffect(() => {
    if (isEmptyNote) titleField.current?.focus()
  }, [isEmptyNote])
  useCaretOfEntry(area)

  async function save() {
    const isSaved = await editor.save('manual')
    if (!isSaved && validationErrorsOf(editor.state().content).title) titleField.current?.focus()
    return isSaved
  }

  async function saveAndLeave() {
    if (isSaveBlocked || isLeaving) return
    const state = editor.state()
    const isUntouched = state.noteNo === null && !isDirty(state)
    setLeaving(true)
    let isSaved = isUntouched || (await save())
    // Saves what the user typed during the first save.
    if (isSaved && !isUntouched && isDirty(editor.state())) isSaved = await save()
    const canLeave = isSaved || (await queueForSending())
    if (!isMounted.current) return
    setLeaving(false)
    // Replaces the history entry, so that going back from the list does not reopen the editor.
    if (canLeave) await navigate(exitOf(editor.state()), { replace: true })
  }

  /** Offline, this device has the text and saves it later. */
  async function queueForSending() {
    const isStored =
      isMounted.current && isWaitingForConnection(editor.state()) && (await editor.document.storeNow())
    if (!isStored) return false
    editor.leave()
    showToast({ text: t('notes.unsentKept') })
    return true
  }

  /** Shows the result beside the text, or instead of the text on a narrow screen. */
  function toggleResult() {
    choose(mode !== 'write' ? 'write' : modes.includes('split') ? 'split' : 'result')
  }

  return (
    <div
      ref={root}
      className={`writing writing--${mode} ${foldsHeader ? 'writing--folded' : ''} ${showsPassages ? 'writing--passages' : ''} ${find.request ? 'writing--finding' : ''}`}
    >
      <ScreenTitle title={savedTitle || t('notes.write')} hidden />
      <div className="writing__start">
        <ButtonLink
          className="writing__back"
          kind="quiet"
          to={exit}
          aria-label={t(isGuest ? 'notes.toNote' : 'notes.toList')}
          title={t(isGuest ? 'notes.toNote' : 'notes.toList')}
        >
          <Icon name="back" />
        </ButtonLink>
        {!isGuest && <TopicPicker editor={editor} headNo={headNo} />}
        <TogetherMark editor={editor} headNo={headNo} />
      </div>
      {!isEnded && (
        <EditorTools
          areaId={`${ids}-text`}
          isSmall={isSmall}
          onRun={action => {
            if (action === 'choosePictures') pictureInput.current?.click()
            else {
              area.current?.focus()
              run(action)
            }
          }}
          onStep={runStep}
          onFind={find.open}
        />
      )}
      <div className="writing__view">
        <WriterAvatars editor={editor} headNo={headNo} presence={presence} />
        {!isGuest && <EditorShare noteNo={headNo} />}
        <ModeSwitch mode={mode} modes={modes} onChoose={choose} />
      </div>
      {!isEnded && (
        <div className="writing__buttons">
          <Button busy={isLeaving} disabled={isSaveBlocked} onClick={() => void saveAndLeave()}>
            {t('notes.saveAndExit')}
          </Button>
          <Button
            kind="primary"
            busy={isSaving && !isLeaving}
            disabled={isSaveBlocked}
            // Keeps the focus in the text, and the keyboard of a phone open.
            onMouseDown={event => event.preventDefault()}
            onClick={() => void save()}
          >
            {t('notes.save')}
          </Button>
        </div>
      )}
      {find.request && <FindBar {...{ area, layer, undo }} request={find.request} onClose={find.close} />}
      <div ref={scroller} className="writing__scroller" inert={isMoving}>
        <div className="writing__sheet">
          <TitleField
            ref={titleField}
            editor={editor}
            undo={titleUndo}
            presence={presence}
            isOfHead={isLaterPart}
            onDone={() => area.current?.focus()}
          />
          {series && <PartBar series={series} parts={parts} isAuthor={!isGuest} />}
          <div className="writing__columns">
            <BodyField
              undo={undo}
              ref={area}
              id={`${ids}-text`}
              editor={editor}
              layer={layer}
              uploads={uploads}
              presence={presence}
              run={run}
              aria-describedby={`${ids}-count ${ids}-keys`}
              {...keyHandlers}
              onPaste={onPaste}
            />
            <EditorResult
              ref={result}
              editor={editor}
              isOpen={mode !== 'write'}
              onFold={toggleResult}
              onRendered={notifyRendered}
            />
          </div>
          <p className="visually-hidden" id={`${ids}-keys`}>
            {t('notes.keysWayOut')}
          </p>
        </div>
        <Card className="writing__panels" padded={false}>
          {!isGuest && <EditorHistory editor={editor} isLaterPart={isLaterPart} />}
          <SyntaxGuide />
        </Card>
      </div>
      {headNo !== null && !isGuest && showsPassages && (
        <EditorPassages
          {...{ editor, series, area }}
          noteNo={headNo}
          onOpenPart={parts.openAt}
          toggle={passagesToggle}
          onShowText={() => mode === 'result' && choose('write')}
          onClose={() => setShowsPassages(false)}
        />
      )}
      <EditorStatus
        editor={editor}
        pictures={pictures}
        countId={`${ids}-count`}
        showsTabHint={showsTabHint}
        onRetry={() => void save()}
        onSaveAnew={() => void saveAnew()}
        presence={presence}
        offer={<ContinueOffer editor={editor} parts={parts} />}
      >
        {headNo !== null && !isGuest && (
          <EditorPassagesToggle
            ref={passagesToggle}
            noteNo={headNo}
            isOpen={showsPassages}
            onToggle={() => setShowsPassages(!showsPassages)}
          />
        )}
      </EditorStatus>
      <PictureInput ref={pictureInput} onChoose={files => void pictures.insert(files)} />
      <LongTextDialog
        editor={editor}
        run={run}
        parts={parts}
        isGuest={isGuest}
        area={area}
        onClosed={() => area.current?.focus()}
      />
      {isDropping && <p className="writing__drop-hint">{t('notePictures.dropHere')}</p>}
      {printing.isPrinted && <PrintedText ref={printing.sheet} content={editor.state().content} />}
    </div>
  )
}

/** A friend of the author comes back to the note, the author to the topic. */
function exitOf({ noteNo, topicNo, isGuest }: Pick<EditorState, 'noteNo' | 'topicNo' | 'isGuest'>): string {
  return isGuest && noteNo !== null ? paths.note(noteNo) : paths.notes(topicNo)
}

function isSavingBlocked(state: EditorState): boolean {
  const { content } = state
  if (hasEndedTogether(state)) return true
  return textLength(content.title) > NOTE_TITLE_MAX || bodyLength(content) > NOTE_BODY_MAX
}

/** False after unmount, so that a pending save does not navigate. */
function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
