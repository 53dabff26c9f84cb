import { useSetAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { LongTextDialog } from '#client/features/notes/attachments/LongTextDialog.tsx'
import { PictureInput } from '#client/features/notes/attachments/PictureControls.tsx'
import { useFileDrop } from '#client/features/notes/attachments/useFileDrop.ts'
import { usePaste } from '#client/features/notes/attachments/usePaste.ts'
import { usePictures } from '#client/features/notes/attachments/usePictures.ts'
import { EditorHistory } from '#client/features/notes/history/EditorHistory.tsx'
import { type EditorState, isDirty } from '#client/features/notes/sync/editor.reducer.ts'
import { useEditorState } from '#client/features/notes/sync/editor.ts'
import { bodyLength, validationErrorsOf } from '#client/features/notes/sync/note.content.ts'
import type { Draft } from '#client/features/notes/sync/note.drafts.ts'
import { isWaitingForConnection } from '#client/features/notes/sync/note.saveFailure.ts'
import { useLateDraft } from '#client/features/notes/sync/useLateDraft.ts'
import { useOtherTabs } from '#client/features/notes/sync/useOtherTabs.ts'
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
import { useEditorKeys, useScreenKeys } from './commands/useEditorKeys.ts'
import { useEditorMode, useEditorPageState, useVisibleHeight } from './layout/useEditorLayout.ts'
import { BodyField, EditorResult, TitleField } from './NoteFields.tsx'
import type { EditorStart } from './note.start.ts'
import { EditorBanners } from './panels/EditorBanners.tsx'
import { PrintedText, usePrintedText, useScrollSync } from './panels/ResultPanel.tsx'
import { SyntaxGuide } from './panels/SyntaxGuide.tsx'
import { createHighlightLayer } from './text/highlightLayer.ts'
import { useNoteEditor } from './useNoteEditor.ts'

interface NoteEditorProps {
  userNo: number
  start: EditorStart
  /** The user has already accepted the draft of `start`. */
  isContinued?: boolean
  /** Discards the draft of `start`. */
  onDiscard?: () => void
  /** Replaces this editor with the editor of another draft. */
  onContinue?: (draft: Draft) => void
  /** The device store answered late and has a draft of this unchanged note. */
  onLateDraft?: (draft: Draft) => void
}

const noop = () => undefined

/** Editor that fills the screen: bars and banners around one scroller with the text. */
export function NoteEditor({
  userNo,
  start,
  isContinued = false,
  onDiscard = noop,
  onContinue = noop,
  onLateDraft = noop,
}: NoteEditorProps) {
  const { editor, uploads, queueSave } = useNoteEditor(userNo, start)
  const topicNo = useEditorState(editor, state => state.topicNo)
  const title = useEditorState(editor, ({ content }) => content.title)
  const savedTitle = useEditorState(editor, ({ savedContent }) => savedContent.title)
  const isSaving = useEditorState(editor, state => state.isSaving)
  const isSaveBlocked = useEditorState(editor, isSavingBlocked)
  const noteNo = useEditorState(editor, state => state.noteNo)
  const hasOtherTabs = useOtherTabs(userNo, noteNo)
  const lateDrafts = useLateDraft(editor, userNo, onLateDraft)
  const root = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const result = useRef<HTMLElement>(null)
  const [layer] = useState(createHighlightLayer)
  const ids = useId()
  const { mode, modes, isSmall, foldsHeader, choose, chooseNext } = useEditorMode()
  const { run, runStep, keyHandlers, showsTabHint } = useEditorKeys(area)
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
  useEditorPageState(foldsHeader)
  useVisibleHeight(root)
  useScreenKeys({
    save: () => void save(),
    saveAndLeave: () => void saveAndLeave(),
    switchMode: chooseNext,
    print: () => void printing.printText(),
  })
  const isEmptyNote = start.state.noteNo === null && start.draft === null
  useEffect(() => {
    if (isEmptyNote) titleField.current?.focus()
  }, [isEmptyNote])
  useEffect(() => {
    if (!isContinued) return
    editor.dispatch({ type: 'draftAccepted' })
    area.current?.focus()
  }, [editor, isContinued])

  function continueDraft(draft: Draft, hasText: boolean) {
    if (hasText) showToast({ text: t('notes.draftIsAside') })
    onContinue(draft)
  }

  async function save() {
    const isSaved = await editor.save('manual')
    if (!isSaved && validationErrorsOf(editor.state().content).title) titleField.current?.focus()
    return isSaved
  }

  /** An open conflict blocks saving, so after a failed copy the retry repeats the copy. */
  function retry() {
    void (editor.state().conflict ? editor.keepBoth() : save())
  }

  async function saveAndLeave() {
    if (isSaveBlocked || isLeaving) return
    const state = editor.state()
    const isUntouched = state.noteNo === null && !isDirty(state)
    setLeaving(true)
    const canLeave = isUntouched || (await save()) || (await queueForSending())
    if (!isMounted.current) return
    setLeaving(false)
    // Replaces the history entry, so that going back from the list does not reopen the editor.
    if (canLeave) await navigate(paths.notes(editor.state().topicNo), { replace: true })
  }

  /** Offline, stores the draft on this device; the outbox sends it later. */
  async function queueForSending() {
    const isStored = isMounted.current && isWaitingForConnection(editor.state()) && (await queueSave())
    if (isStored) showToast({ text: t('notes.unsentKept') })
    return isStored
  }

  /** Shows the result beside the text, or instead of the text on a narrow screen. */
  function toggleResult() {
    choose(mode !== 'write' ? 'write' : modes.includes('split') ? 'split' : 'result')
  }

  return (
    <div
      ref={root}
      className={`writing writing--${mode} ${foldsHeader ? 'writing--folded' : ''} ${showsPassages ? 'writing--passages' : ''}`}
    >
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
        <TopicPicker editor={editor} />
      </div>
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
      />
      <div className="writing__view">
        <EditorShare noteNo={noteNo} />
        <ModeSwitch mode={mode} modes={modes} onChoose={choose} />
      </div>
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
      <EditorBanners
        editor={editor}
        hasOtherTabs={hasOtherTabs}
        isDraftInOtherTab={start.isDraftInOtherTab}
        unfinished={lateDrafts.length > 0 ? lateDrafts : start.unfinished}
        onContinue={continueDraft}
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
          <EditorHistory editor={editor} />
          <SyntaxGuide />
        </Card>
      </div>
      {noteNo !== null && showsPassages && (
        <EditorPassages
          {...{ editor, noteNo, area }}
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
        onRetry={retry}
      >
        {noteNo !== null && (
          <EditorPassagesToggle
            ref={passagesToggle}
            noteNo={noteNo}
            isOpen={showsPassages}
            onToggle={() => setShowsPassages(!showsPassages)}
          />
        )}
      </EditorStatus>
      <PictureInput ref={pictureInput} onChoose={files => void pictures.insert(files)} />
      <LongTextDialog run={run} onClosed={() => area.current?.focus()} />
      {isDropping && <p className="writing__drop-hint">{t('notePictures.dropHere')}</p>}
      {printing.isPrinted && <PrintedText ref={printing.sheet} content={editor.state().content} />}
    </div>
  )
}

function isSavingBlocked({ content, conflict }: EditorState): boolean {
  if (conflict !== null) return true
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
