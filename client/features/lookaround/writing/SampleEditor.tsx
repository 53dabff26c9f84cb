import { type ComponentProps, type RefObject, useId, useRef, useState } from 'react'
import { EditorTools } from '#client/features/notes/editor/bars/EditorTools.tsx'
import { TabHint, TextLength } from '#client/features/notes/editor/bars/StatusText.tsx'
import { useEditorKeys, useScreenKeys } from '#client/features/notes/editor/commands/useEditorKeys.ts'
import {
  SMALL_SCREEN,
  useEditorPageState,
  useVisibleHeight,
  WIDE_SCREEN,
} from '#client/features/notes/editor/layout/useEditorLayout.ts'
import {
  PrintedText,
  RenderedText,
  ResultPanel,
  usePrintedText,
  useScrollSync,
} from '#client/features/notes/editor/panels/ResultPanel.tsx'
import { SyntaxGuide } from '#client/features/notes/editor/panels/SyntaxGuide.tsx'
import { EditorTextarea, TitleTextarea } from '#client/features/notes/editor/text/EditorTextarea.tsx'
import { HighlightOverlay } from '#client/features/notes/editor/text/HighlightOverlay.tsx'
import {
  createHighlightLayer,
  type HighlightLayer,
} from '#client/features/notes/editor/text/highlightLayer.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { TrialDraftPrompt, useLookaroundDraft } from './lookaroundDraft.tsx'
import { useValueBinding } from './useValueBinding.ts'
import '#client/features/notes/editor/layout/writing.css'
import '#client/features/notes/editor/layout/sheet.css'
import '#client/features/notes/editor/bars/bars.css'
import '#client/features/notes/editor/layout/writing.screens.css'
import './sampleEditor.css'

// Last, to override the sheets above.

/** The editor for visitors. It saves nothing. */
export function SampleEditor() {
  const { draft, isWritten, change, keepForSignUp } = useLookaroundDraft()
  const [message, setMessage] = useState<SampleStatusMessage | null>(null)
  const [isResultOpen, setResultOpen] = useState(true)
  const [offersTrialDraft, setOffersTrialDraft] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  /** Nobody else edits the text, so the undo of the browser is enough. */
  const browserUndo = useRef(null)
  const result = useRef<HTMLElement>(null)
  const [layer] = useState(createHighlightLayer)
  const ids = useId()
  const isSmall = useMediaQuery(SMALL_SCREEN)
  const isSideBySide = useMediaQuery(WIDE_SCREEN) && isResultOpen
  const { run, showsTabHint, keyHandlers } = useEditorKeys(area, browserUndo)
  const notifyRendered = useScrollSync(isSideBySide, { scroller, area, layer, result })
  const printing = usePrintedText(draft.title)
  useEditorPageState(false)
  useVisibleHeight(container)
  useScreenKeys({ save, print: () => void printing.printText() })

  function save() {
    setMessage('lookaround.cannotSave')
    setOffersTrialDraft(isWritten)
    keepForSignUp()
  }

  function continueWriting() {
    setOffersTrialDraft(false)
    area.current?.focus()
  }

  return (
    <div ref={container} className={`writing writing--tried writing--${isSideBySide ? 'split' : 'write'}`}>
      <ScreenTitle title={t('notes.write')} hidden />
      <div className="writing__start">
        <ButtonLink kind="quiet" to={paths.home}>
          <Icon name="back" />
          {t('shell.toHome')}
        </ButtonLink>
      </div>
      <EditorTools
        areaId={`${ids}-text`}
        isSmall={isSmall}
        hidesPictures
        onRun={doing => {
          area.current?.focus()
          if (typeof doing === 'function') run(doing)
        }}
        onStep={runStep => {
          area.current?.focus()
          document.execCommand(runStep)
        }}
      />
      <div className="writing__buttons">
        <Button kind="primary" onMouseDown={event => event.preventDefault()} onClick={save}>
          {t('notes.save')}
        </Button>
      </div>
      <div className="writing__banners">
        {offersTrialDraft && isWritten && <TrialDraftPrompt draft={draft} onContinue={continueWriting} />}
      </div>
      <div ref={scroller} className="writing__scroller">
        <div className="writing__sheet">
          <SampleTitle
            ref={titleField}
            value={draft.title}
            onChange={title => {
              change({ title })
              setMessage(null)
            }}
            onDone={() => area.current?.focus()}
          />
          <div className="writing__columns">
            <SampleText
              ref={area}
              id={`${ids}-text`}
              layer={layer}
              value={draft.text}
              onChange={text => change({ text })}
              aria-describedby={`${ids}-count ${ids}-keys`}
              {...keyHandlers}
            />
            <ResultPanel ref={result} isOpen={isResultOpen} onFold={() => setResultOpen(!isResultOpen)}>
              <RenderedText text={draft.text} onRendered={notifyRendered} />
            </ResultPanel>
          </div>
          <p className="visually-hidden" id={`${ids}-keys`}>
            {t('notes.keysWayOut')}
          </p>
        </div>
        <Card className="writing__panels" padded={false}>
          <SyntaxGuide />
        </Card>
      </div>
      <SampleStatus
        message={message}
        onMessage={setMessage}
        length={textLength(draft.text)}
        countId={`${ids}-count`}
        showsTabHint={showsTabHint}
      />
      {printing.isPrinted && <PrintedText ref={printing.sheet} content={draft} />}
    </div>
  )
}

interface SampleTextProps
  extends Omit<ComponentProps<typeof EditorTextarea>, 'label' | 'children' | 'binding' | 'onChange'> {
  layer: HighlightLayer
  onChange: (text: string) => void
}

function SampleText({ layer, onChange, ...native }: SampleTextProps) {
  const binding = useValueBinding(native.ref, native.value, onChange)
  return (
    <EditorTextarea
      {...native}
      binding={binding}
      className="writing__text"
      label={t('notes.body')}
      placeholder={t('notes.bodyPlaceholder')}
      aria-invalid={textLength(native.value) > NOTE_BODY_MAX || undefined}
    >
      <HighlightOverlay layer={layer} area={native.ref} text={native.value} />
    </EditorTextarea>
  )
}

interface SampleTitleProps {
  ref: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (title: string) => void
  onDone: () => void
}

/** The title with a clear button and without validation. */
function SampleTitle({ ref, value, onChange, onDone }: SampleTitleProps) {
  const binding = useValueBinding(ref, value, onChange)

  function clear() {
    onChange('')
    ref.current?.focus()
  }

  return (
    <div className="writing__title-row">
      <TitleTextarea
        ref={ref}
        className="writing__title"
        label={t('notes.title')}
        placeholder={t('notes.title')}
        value={value}
        binding={binding}
        onDone={onDone}
        autoComplete="off"
        enterKeyHint="next"
      />
      {value !== '' && (
        <Button kind="quiet" aria-label={t('lookaround.clearTitle')} onClick={clear}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}

type SampleStatusMessage = 'notes.autosaveOn' | 'lookaround.autosaveOff' | 'lookaround.cannotSave'

interface SampleStatusProps {
  message: SampleStatusMessage | null
  onMessage: (message: SampleStatusMessage) => void
  /** The text length as the limits count it. */
  length: number
  countId: string
  showsTabHint: boolean
}

/** The status bar of the editor, without saving. */
function SampleStatus({ message, onMessage, length, countId, showsTabHint }: SampleStatusProps) {
  const [isAutosaving, setAutosaving] = useState(false)

  function switchAutosave(on: boolean) {
    setAutosaving(on)
    onMessage(on ? 'notes.autosaveOn' : 'lookaround.autosaveOff')
  }

  return (
    <div className="writing__status">
      <div className="writing__save-message">
        {length > NOTE_BODY_MAX && (
          <p className="writing__save-status writing__save-status--tooLong">{t('notes.bodyLength')}</p>
        )}
        <Message>{message && t(message)}</Message>
      </div>
      <TabHint isVisible={showsTabHint} />
      <div className="writing__status-details">
        <TextLength length={length} id={countId} />
        <Switch label={t('notes.autosave')} checked={isAutosaving} onChange={switchAutosave} />
      </div>
    </div>
  )
}
